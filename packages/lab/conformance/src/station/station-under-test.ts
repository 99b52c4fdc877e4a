import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE, fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type Level, NotApplicableFault, needed } from '../check.ts';
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
  /** Sent unchanged; JSON unless the headers name a type. */
  readonly body?: string | Uint8Array;
  /** Return the response even if it is a 429. */
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

/** Longest `Retry-After` of a 429 that is waited for. */
const LONGEST_WAIT_S = 15;
const TRIES = 4;
/** Real time in addition to station time, for a busy machine or network. */
export const GRACE_MS = 5000;
/** Number of responses after which a due event must have arrived: each turns the event loops of both sides once. */
const TRIPS = 3;
const TOKEN_REQUEST_PATH = /\/tokens?\/request$/;

/** The station under test: requests by operation, their sessions, and the run's knowledge of it. */
export class StationUnderTest implements AsyncDisposable {
  readonly link: HttpLink;
  readonly api: CheckedApi;
  readonly level: Level;
  readonly reportedVersion: string;
  /** Speed of its clock relative to real time; 1 until known. */
  speed = 1;
  readonly sessions: RunSessions;
  /** Secrets to mask. */
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

  /** @throws NotApplicableFault if this version lacks the operation */
  operation(id: string): Operation {
    const found = this.api.operations.find((op) => op.id === id);
    if (found === undefined) throw new NotApplicableFault(`version ${this.api.version} has no ${id}`);
    return found;
  }

  /** Path of an operation on this station, with parameters. */
  pathOf(op: Operation, params: Readonly<Record<string, string>> = {}): string {
    const path = fullPath(op).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'none'));
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
    // Token requests are queued: a station that limits them serves any of them next, and others would starve.
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
    if (session === undefined) throw new NotApplicableFault(`there is no token with the scopes of a ${as}`);
    return session.token;
  }

  /** The body of a GET. @throws NotApplicableFault unless the status is 200, which another check reports */
  async read(id: string, params: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.ask(id, { params });
    if (answer.status !== 200) throw new NotApplicableFault(`${id} is answered with ${answer.status}`);
    return answer.object;
  }

  /** A constant response, requested once in a run. */
  once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#facts.get(name) ?? ask();
    this.#facts.set(name, known);
    return known as Promise<T>;
  }

  /** A shared session by name, because token requests are limited. @throws NotApplicableFault */
  async shared(name = 'owner', scope = 'read'): Promise<RunSession> {
    const session = await this.once(`session ${name}`, () => this.sessions.fresh(scope));
    return needed(session, `there is no token with the scopes ${scope}`);
  }

  /** Opens a subscription; closed at the end of the run at the latest. @throws UpgradeRefusedFault */
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

  /**
   * Seconds of the station's clock, which may be faster than ours and uneven; of our clock if the station reports no
   * time.
   */
  async nowS(): Promise<number> {
    const { to_time: text } = (await this.ask('notifications.history')).object;
    const stationMs = Date.parse(String(text));
    return (Number.isNaN(stationMs) ? performance.now() : stationMs) / 1000;
  }

  /** Waits for station seconds; if the clock is paused, for slightly more real seconds. */
  async sleepS(seconds: number): Promise<void> {
    const endS = (await this.nowS()) + seconds;
    const endMs = performance.now() + seconds * 1000 + GRACE_MS;
    for (let leftS = seconds; leftS > 0 && performance.now() < endMs; leftS = endS - (await this.nowS())) {
      await sleep(Math.max((leftS * 1000) / this.speed, 10));
    }
  }

  /**
   * Whether an event arrives on a WebSocket in time. A late one is judged by plain requests sent after the deadline:
   * once these are answered, station, network and this machine have had time for it, however busy they are.
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
  /** Do not answer pings of the station. */
  readonly isDeaf?: boolean;
}
