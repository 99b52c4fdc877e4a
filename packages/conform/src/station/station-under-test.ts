import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE, fullPathOf, type Operation } from '@kitestring/contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type Level, NotApplicable, needed } from '../check.ts';
import type { Answer } from '../link/answer.ts';
import type { HttpLink, HttpRequest } from '../link/http-link.ts';
import { SocketLink } from '../link/socket-link.ts';
import { type Role, type RunSession, RunSessions, TOKEN_REQUEST_ID } from './sessions.ts';

/** A request of a check. */
interface Asked {
  readonly method?: string;
  /** Sender: a role, a token, or none. Default: a reader for GET, otherwise a client with command access. */
  readonly as?: Role | RunSession | 'nobody';
  readonly params?: Readonly<Record<string, string>>;
  /** With the question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON value. */
  readonly json?: unknown;
  /** Sent as it is; JSON if the headers name no type. */
  readonly body?: string | Uint8Array;
  /** The answer is wanted even if it is a 429. */
  readonly isLimitTest?: boolean;
}

interface StationOptions {
  readonly link: HttpLink;
  readonly api: CheckedApi;
  readonly key: string;
  readonly level: Level;
  /** Version that the station reports. */
  readonly reportedVersion: string;
}

/** A 429 is waited out if it says so short a time. */
const LONGEST_WAIT_S = 15;
const TRIES = 4;
/** Beside the station's own time: a busy machine or network. */
export const GRACE_MS = 5000;
/** Answers after which something must be there that was due before: each turns the event loops of both sides once. */
const TRIPS = 3;
const TOKEN_REQUEST_PATH = /\/tokens?\/request$/;

/** The station that is checked: requests to it by operation, the sessions for them, and what this run knows of it. */
export class StationUnderTest implements AsyncDisposable {
  readonly link: HttpLink;
  readonly api: CheckedApi;
  readonly level: Level;
  readonly reportedVersion: string;
  /** How many times faster than real time its clock goes; 1 before that is known. */
  speed = 1;
  readonly sessions: RunSessions;
  /** Whatever must not be shown. */
  readonly secrets = new Set<string>();
  readonly key: string;
  readonly #sockets = new Set<SocketLink>();
  readonly #facts = new Map<string, Promise<unknown>>();
  #tokenTurn: Promise<void> = Promise.resolve();

  constructor({ link, api, key, level, reportedVersion }: StationOptions) {
    this.link = link;
    this.api = api;
    this.key = key;
    this.level = level;
    this.reportedVersion = reportedVersion;
    this.secrets.add(key);
    this.sessions = new RunSessions((scope) => this.#requestToken(scope));
  }

  /** @throws NotApplicable where this version has no such operation */
  operation(id: string): Operation {
    const found = this.api.operations.find((op) => op.id === id);
    if (found === undefined) throw new NotApplicable(`version ${this.api.version} has no ${id}`);
    return found;
  }

  /** Path of an operation on this station, with its parameters filled in. */
  pathOf(op: Operation, params: Readonly<Record<string, string>> = {}): string {
    const path = fullPathOf(op).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? 'none'),
    );
    return this.#below(path);
  }

  /** A path below the API, `v1/flight/state`. */
  apiPath(path: string): string {
    return this.#below(`${API_BASE}/${path}`);
  }

  #below(path: string): string {
    return `${this.link.url.pathname.replace(/\/+$/, '')}${path}`;
  }

  ask(op: Operation | string, asked: Asked = {}): Promise<Answer> {
    const operation = typeof op === 'string' ? this.operation(op) : op;
    const method = asked.method ?? operation.method;
    const as = asked.as ?? (operation.id === 'handoff.control.override' ? 'overrider' : undefined);
    return this.askPath(this.pathOf(operation, asked.params), { ...asked, method, ...(as !== undefined && { as }) });
  }

  /** @param path from the root of the server */
  async askPath(path: string, asked: Asked = {}): Promise<Answer> {
    const request = await this.#requestOf(path, asked);
    const send = () => this.#send(request, asked);
    if (!TOKEN_REQUEST_PATH.test(path)) return send();
    // One at a time, in turn: a station that limits them serves who happens to come next, and others would wait for ever.
    const turn = this.#tokenTurn.then(send);
    this.#tokenTurn = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  async #send(request: HttpRequest, asked: Asked): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.link.send(request);
      this.#keepSecrets(answer);
      const waitS = Number(answer.header('retry-after'));
      const isFinal = answer.status !== 429 || asked.isLimitTest === true || tries === TRIES;
      if (isFinal || !(waitS <= LONGEST_WAIT_S)) return answer;
      await sleep(Math.max(waitS, 0.05) * 1000);
    }
  }

  async #requestOf(path: string, { method = 'GET', as, query = '', headers = {}, json, body }: Asked) {
    const token = await this.#tokenOf(as ?? (method === 'GET' || method === 'HEAD' ? 'reader' : 'commander'));
    const bytes = json === undefined ? body : JSON.stringify(json);
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    return {
      method,
      path: path + query,
      headers: {
        ...(bytes !== undefined && !names.includes('content-type') && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(bytes !== undefined && { body: bytes }),
    };
  }

  async #tokenOf(as: Role | RunSession | 'nobody'): Promise<string | undefined> {
    if (as === 'nobody') return undefined;
    if (typeof as !== 'string') return as.token;
    const session = await this.sessions.of(as);
    if (session === undefined) throw new NotApplicable(`there is no token with the scopes of a ${as}`);
    return session.token;
  }

  /** The body of a GET. @throws NotApplicable where it is not answered with 200: another check says so */
  async read(id: string, params: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.ask(id, { params });
    if (answer.status !== 200) throw new NotApplicable(`${id} is answered with ${answer.status}`);
    return answer.object;
  }

  /** Asks once in a run; what does not change. */
  once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#facts.get(name) ?? ask();
    this.#facts.set(name, known);
    return known as Promise<T>;
  }

  /** A session for the checks that name it so: token requests are limited. @throws NotApplicable */
  async shared(name = 'owner', scope = 'read'): Promise<RunSession> {
    const session = await this.once(`session ${name}`, () => this.sessions.fresh(scope));
    return needed(session, `there is no token with the scopes ${scope}`);
  }

  /** Opens a subscription; closed at the end of the run at the latest. @throws UpgradeRefused */
  async subscribe(
    topic: string,
    { as = 'reader', headers = {}, isDeaf = false, query = '', subprotocols = [] }: SubscribeOptions = {},
  ): Promise<SocketLink> {
    const token = await this.#tokenOf(as);
    const { protocol, host } = this.link.url;
    const socket = await SocketLink.open({
      url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${this.apiPath(`${this.api.prefix}/${topic}/subscribe`)}${query}`,
      agent: this.link.upgrades,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      subprotocols,
      isDeaf,
    });
    this.#sockets.add(socket);
    return socket;
  }

  /** Seconds of the station's clock, which may go faster than ours and unevenly; of ours where it does not tell its own. */
  async nowS(): Promise<number> {
    const { to_time: text } = (await this.ask('notifications.history')).object;
    const stationMs = Date.parse(String(text));
    return (Number.isNaN(stationMs) ? performance.now() : stationMs) / 1000;
  }

  /** Waits until so many seconds of the station's clock have passed; of ours and some, where its clock stands still. */
  async sleepS(seconds: number): Promise<void> {
    const endS = (await this.nowS()) + seconds;
    const endMs = performance.now() + seconds * 1000 + GRACE_MS;
    for (let leftS = seconds; leftS > 0 && performance.now() < endMs; leftS = endS - (await this.nowS())) {
      await sleep(Math.max((leftS * 1000) / this.speed, 10));
    }
  }

  /**
   * Whether something comes over a WebSocket in time. What is late is judged by plain requests that are sent after the
   * deadline: when these have been answered, station, network and this machine have had the time for it, however busy
   * they are.
   */
  async sees(socket: SocketLink, withinMs: number, isThere: () => boolean): Promise<boolean> {
    let is = await socket.until(isThere, withinMs);
    for (let trips = 0; !is && trips < TRIPS; trips += 1) {
      await this.nowS();
      is = isThere();
    }
    return is;
  }

  #requestToken(scope: string): Promise<Answer> {
    return this.ask(TOKEN_REQUEST_ID, {
      as: 'nobody',
      json: { client_secret: this.key, scope, token_name: 'conformance' },
    });
  }

  #keepSecrets(answer: Answer): void {
    const { access_token: token } = answer.object;
    if (typeof token === 'string' && token.length > 8) this.secrets.add(token);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket[Symbol.dispose]();
    const ended = this.sessions.all.map((as) => this.ask('auth.token.invalidate', { as }));
    await Promise.allSettled(ended);
    this.link[Symbol.dispose]();
  }
}

export interface SubscribeOptions {
  readonly as?: Role | RunSession | 'nobody';
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly subprotocols?: readonly string[];
  /** Pings of the station stay unanswered. */
  readonly isDeaf?: boolean;
}
