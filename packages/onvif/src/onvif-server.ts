import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';
import { addressGroup, shownAddress } from '@kitestring/base/client-address.ts';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { percentDecoded } from '@kitestring/base/percent-decoded.ts';
import { nodeHttp } from '@kitestring/web/http';
import { type AttemptThrottle, checkAccess } from './auth/access-check.ts';
import { AccessFault } from './auth/access-fault.ts';
import { HttpDigest } from './auth/http-digest.ts';
import { type OnvifUser, type OnvifUsers, USER_LEVELS } from './auth/onvif-users.ts';
import { UsernameTokens } from './auth/wsse.ts';
import { ConnectionShares } from './connection-shares.ts';
import { deviceScopes, endpointReference } from './device-identity.ts';
import { deviceSettings, shownTimeMs } from './device-settings.ts';
import { DiscoveryMode } from './discovery/discovery-mode.ts';
import { EventBroker } from './events/event-broker.ts';
import { MulticastStreams } from './media/multicast-streams.ts';
import { MetadataWriters } from './metadata/metadata-writers.ts';
import type { OnvifStation, StationRefusal } from './onvif-station.ts';
import { PresetMoves } from './ptz/preset-moves.ts';
import { PtzControl } from './ptz/ptz-control.ts';
import { ActiveQuirks } from './quirks/active-quirks.ts';
import type { QuirkContext } from './quirks/quirk.ts';
import { hostOf, reachedBy } from './reached-by.ts';
import { checkForm, readBody } from './read-body.ts';
import { type CameraLab, ReceivedRequest } from './received-request.ts';
import { type OnvifReply, otherMethod, send, soapReply } from './reply.ts';
import { REFUSED_AFTER_S, RequestLimits } from './request-limits.ts';
import type { Access, OnvifExchange, ServiceTable } from './services/operation.ts';
import { SERVICE_TABLES } from './services/services.ts';
import { SharedSnapshots } from './shared-snapshots.ts';
import {
  answerAction,
  checkHeaders,
  envelope,
  FAULT_ACTION,
  faultMarkup,
  faultStatus,
  readEnvelope,
  type SoapRequest,
} from './soap/envelope.ts';
import { element, type Markup } from './soap/markup.ts';
import { REQUEST_NAMESPACES, type RequestNamespace } from './soap/namespaces.ts';
import type { XmlElement } from './soap/read-xml.ts';
import { notServed, SoapFault } from './soap/soap-fault.ts';
import { targetPath } from './target-path.ts';
import { RtspTunnels } from './tunnel/rtsp-tunnels.ts';
import { rtspPort, tunnelsFirst } from './tunnel/tunnels-first.ts';

const HEADERS_MAX_BYTES = 16_384;
const HEADERS_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
/** Longer than any answer waits: a reader of a picture that stands still is cut off. */
const SILENCE_MS = 120_000;
const GUESSES_EVERY_US = 10 * US_PER_S;
/** A stream that was not watched begins within some seconds. */
const SNAPSHOT_AGAIN_S = 2;
/** Recorders add a query of their own, so that nothing between keeps the picture. */
const SNAPSHOT = /^\/onvif\/snapshot\/([^/?]{1,64})(?:\?|$)/;
const BASE = '/onvif';
const NAME_MAX = 64;

interface OnvifServerDeps {
  readonly station: OnvifStation;
  readonly users: OnvifUsers;
  readonly throttle: AttemptThrottle;
  /** Real time. */
  readonly realClock: Clock;
  readonly log: Log;
  /** Absent with a real aircraft. */
  readonly lab?: CameraLab;
  /** Receives an exception that is no fault of a client. */
  readonly onBug: (bug: unknown) => void;
}

interface RequestInProgress {
  readonly request: IncomingMessage;
  /** Group of addresses that counts as one client. */
  readonly address: string;
  readonly seen: ReceivedRequest;
  /** Present where the camera may have bugs. */
  readonly context: QuirkContext | undefined;
}

interface OnvifAddress {
  readonly host: string;
  readonly port: number;
  /** Port of WS-Discovery, which clients ask at 3702; absent: not discoverable. */
  readonly discoveryPort?: number;
}

/** The ONVIF device of a station on a port of its own. */
export class OnvifServer implements AsyncDisposable {
  readonly #deps: OnvifServerDeps;
  readonly #server: Server;
  readonly #digest: HttpDigest;
  readonly #tokens: UsernameTokens;
  readonly #ptz: PtzControl;
  readonly #presetMoves: PresetMoves;
  readonly #events: EventBroker;
  readonly #metadata: MetadataWriters;
  readonly #multicast: MulticastStreams;
  readonly #discovery: DiscoveryMode;
  readonly #quirks: ActiveQuirks | undefined;
  readonly #tunnels: RtspTunnels;
  readonly #snapshots: SharedSnapshots<Uint8Array | StationRefusal>;
  readonly #connections = new ConnectionShares();
  readonly #limits: RequestLimits;
  #guessesUs = Number.NEGATIVE_INFINITY;

  private constructor(deps: OnvifServerDeps) {
    const { realClock, station } = deps;
    const realMs = () => realClock.nowUs() / 1000;
    this.#deps = deps;
    this.#limits = new RequestLimits(realClock);
    this.#events = new EventBroker({ station, realClock });
    const device = (host: string) => ({
      endpoint: endpointReference(station.identity),
      scopes: [...deviceScopes(station), ...(deviceSettings(station.documents).scopes ?? [])],
      addresses: [`http://${hostOf(host)}:${this.port}${BASE}/device_service`],
    });
    this.#discovery = new DiscoveryMode({ device, documents: station.documents, realClock, log: deps.log });
    this.#digest = new HttpDigest(realMs);
    const quirks = deps.lab && new ActiveQuirks(() => deps.lab?.quirks ?? new Set());
    this.#quirks = quirks;
    this.#tokens = new UsernameTokens({
      nowMs: function* () {
        const lateMs = quirks?.clockLateMs ?? 0;
        yield Date.now() - lateMs;
        yield station.clock.nowUs() / 1000 - lateMs;
        yield shownTimeMs(station) - lateMs;
      },
      toleranceMs: () => quirks?.tokenToleranceMs,
    });
    this.#ptz = new PtzControl(station);
    this.#presetMoves = new PresetMoves({ station, ptz: this.#ptz, events: this.#events });
    this.#metadata = new MetadataWriters({ ...deps, ptz: this.#ptz, events: this.#events });
    this.#multicast = new MulticastStreams(station);
    this.#snapshots = new SharedSnapshots((streamId) => station.snapshot(streamId));
    this.#server = nodeHttp.createServer(
      {
        maxHeaderSize: HEADERS_MAX_BYTES,
        headersTimeout: HEADERS_WITHIN_MS,
        requestTimeout: REQUEST_WITHIN_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#tunnels = new RtspTunnels({
      rtspPort: (path) => rtspPort(station, path),
      onMedia: (socket) => this.#connections.signIn(socket),
    });
    tunnelsFirst(this.#server, this.#tunnels, this.#connections);
    this.#server.setTimeout(SILENCE_MS);
  }

  /** Rejects with the error of the socket where the address is not available. */
  static async open(deps: OnvifServerDeps, address: OnvifAddress): Promise<OnvifServer> {
    const made = new OnvifServer(deps);
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    made.#server.once('error', reject);
    made.#server.listen(address.port, address.host, resolve);
    await promise;
    if (address.discoveryPort !== undefined)
      await made.#discovery.open({ host: address.host, port: address.discoveryPort });
    return made;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Port of WS-Discovery; undefined while it is off. */
  get discoveryPort(): number | undefined {
    return this.#discovery.port;
  }

  /** A client waits for an event. */
  get hasWaitingPull(): boolean {
    return this.#events.hasWaiting;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#discovery[Symbol.asyncDispose]();
    this.#metadata.close();
    this.#multicast.close();
    this.#presetMoves.close();
    this.#ptz.close();
    this.#events.close();
    this.#tunnels.close();
    this.#quirks?.close();
    const closed = Promise.withResolvers<void>();
    this.#server.close(() => closed.resolve());
    this.#connections.destroyAll();
    await closed.promise;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // More requests of a chunk whose connection was ended for one of them.
    if (request.socket.destroyed) return;
    const seen = new ReceivedRequest(request, response);
    response.once('close', this.#connections.beginRequest(request.socket));
    try {
      const reply = await this.#reply(request, seen);
      this.#deps.lab?.note(seen.entry(reply.status));
      if (!seen.isCut) send(response, reply);
    } catch (bug) {
      this.#deps.onBug(bug);
      request.socket.destroy();
    }
  }

  async #reply(request: IncomingMessage, seen: ReceivedRequest): Promise<OnvifReply> {
    const address = addressGroup(request.socket.remoteAddress);
    if (!this.#limits.admits(address)) {
      await this.#limits.hold(request, seen.gone());
      return { status: 503, type: 'text/plain', body: 'too many requests\n', retryAfterS: REFUSED_AFTER_S };
    }
    if (request.method === 'POST') return this.#soap(request, address, seen);
    const path = targetPath(request.url ?? '');
    const stream = percentDecoded(SNAPSHOT.exec(path)?.[1] ?? '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (stream === undefined || stream === '' || !isRead) return otherMethod(path, stream);
    seen.operation = 'snapshot';
    if (this.#quirks?.has('snapshot_bad') === true) seen.cut();
    return this.#snapshot(request, address, stream);
  }

  async #soap(request: IncomingMessage, address: string, seen: ReceivedRequest): Promise<OnvifReply> {
    let context: QuirkContext | undefined;
    let reply: OnvifReply;
    try {
      const bytes = await readBody(request);
      this.#limits.count(address, bytes.length);
      checkForm(request);
      const soap = readEnvelope(bytes);
      seen.soap = soap;
      const [service, operation] = operationNamed(soap.body);
      seen.operation = `${service ?? '?'}:${soap.body.name.slice(0, NAME_MAX)}`;
      checkHeaders(soap);
      context = this.#quirks?.isEmpty === false ? this.#quirkContext(soap, request, seen) : undefined;
      const early = context && this.#quirks?.receive(context);
      if (early !== undefined) return early;
      if (operation === undefined) throw notServed(soap.body.name.slice(0, NAME_MAX));
      const answer = await this.#answer(soap, operation, { request, address, seen, context });
      const { messageId, version } = soap;
      const action = soap.action && answerAction(soap.action);
      reply = soapReply(
        200,
        version,
        envelope({ version, messageId, action }, element(`${seen.operation}Response`, answer)),
      );
    } catch (error) {
      reply = this.#faultReply(error, seen);
    }
    if (context === undefined || this.#quirks === undefined) return reply;
    return { ...reply, body: this.#quirks.write(String(reply.body), context) };
  }

  #faultReply(error: unknown, seen: ReceivedRequest): OnvifReply {
    const fault = error instanceof SoapFault ? error : undefined;
    if (fault === undefined) this.#deps.onBug(error);
    const shown = fault ?? new SoapFault('Receiver', 'Action', 'the request failed inside the station');
    seen.fault = shown;
    const { messageId, version = '1.2' } = seen.soap ?? {};
    const action = seen.soap?.action && FAULT_ACTION;
    const reply = soapReply(
      faultStatus(shown, version),
      version,
      envelope({ version, messageId, action }, faultMarkup(shown, version)),
    );
    return error instanceof AccessFault ? { ...reply, ...error.headers } : reply;
  }

  async #answer(
    soap: SoapRequest,
    [access, answer]: ServedOperation,
    { address, context, request, seen }: RequestInProgress,
  ): Promise<Markup> {
    const user = access === 'PRE_AUTH' ? undefined : await this.#user(request, address, soap);
    if (user !== undefined && access !== 'PRE_AUTH') permit(user, access);
    const other = context && (await this.#quirks?.carryOut(context));
    if (other !== undefined) return other;
    return answer(this.#exchange(soap, request, seen, user?.name ?? ''));
  }

  #quirkContext(soap: SoapRequest, { headers }: IncomingMessage, seen: ReceivedRequest): QuirkContext {
    const { realClock, station } = this.#deps;
    const { cut, operation, over } = seen;
    const own = { ptz: this.#ptz, events: this.#events, clock: station.clock, realClock };
    return { ...own, operation, soap, headers, over, cut };
  }

  /** @throws AccessFault */
  async #user(request: IncomingMessage, address: string, soap?: SoapRequest): Promise<OnvifUser> {
    const { authorization } = request.headers;
    const shown = {
      address,
      method: request.method ?? '',
      url: request.url ?? '',
      authorization,
      header: soap?.header,
    };
    const { throttle, users } = this.#deps;
    const outcome = await checkAccess(shown, { users, throttle, tokens: this.#tokens, digest: this.#digest });
    if (outcome.kind === 'granted') {
      this.#connections.signIn(request.socket);
      return outcome.user;
    }
    if (outcome.kind === 'later') this.#announceGuesses(shownAddress(request.socket.remoteAddress ?? ''));
    throw new AccessFault(outcome, this.#digest);
  }

  async #snapshot(request: IncomingMessage, address: string, streamId: string): Promise<OnvifReply> {
    try {
      await this.#user(request, address);
    } catch (error) {
      if (!(error instanceof AccessFault)) throw error;
      return { status: error.status, type: 'text/plain', body: `${error.message}\n`, ...error.headers };
    }
    const taken = await this.#snapshots.take(streamId);
    if (taken instanceof Uint8Array) return { status: 200, type: 'image/jpeg', body: taken };
    const refused = { type: 'text/plain', body: `${taken.message}\n` };
    if (taken.code === 'STREAM_NOT_FOUND') return { status: 404, ...refused };
    return { status: 503, retryAfterS: SNAPSHOT_AGAIN_S, ...refused };
  }

  #exchange(
    { body, to }: SoapRequest,
    request: IncomingMessage,
    { gone }: ReceivedRequest,
    user: string,
  ): OnvifExchange {
    const { station, users } = this.#deps;
    const localAddress = shownAddress(request.socket.localAddress ?? '127.0.0.1');
    const { host, port } = reachedBy(request, localAddress);
    const baseUrl = `http://${host}:${port}${BASE}`;
    const areMovesEndless = this.#quirks?.has('timeout_ignored') === true;
    return {
      body,
      station,
      users,
      user,
      gone,
      to,
      host,
      baseUrl,
      localAddress,
      areMovesEndless,
      url: request.url ?? '',
      clientAddress: request.socket.remoteAddress ?? '',
      ptz: this.#ptz,
      presetMoves: this.#presetMoves,
      events: this.#events,
      discovery: this.#discovery,
      metadata: this.#metadata,
      multicast: this.#multicast,
    };
  }

  /** A guesser is announced once in a while, however often it tries. */
  #announceGuesses(address: string): void {
    const nowUs = this.#deps.realClock.nowUs();
    if (nowUs < this.#guessesUs + GUESSES_EVERY_US) return;
    this.#guessesUs = nowUs;
    const isV4 = isIP(address) === 4;
    this.#events.announce('Device/SecurityPolicy/AuthFailed', 'eth0', ...(isV4 ? [address] : [undefined, address]));
  }
}

/** @throws SoapFault */
function permit({ level }: OnvifUser, access: Exclude<Access, 'PRE_AUTH'>): void {
  if (USER_LEVELS.indexOf(level) >= USER_LEVELS.indexOf(access)) return;
  throw new SoapFault('Sender', 'NotAuthorized', `this needs a user of the level ${access}`);
}

type ServedOperation = ServiceTable[string];

const SERVICE_OF: ReadonlyMap<string, RequestNamespace> = new Map(
  (Object.keys(REQUEST_NAMESPACES) as RequestNamespace[]).map((service) => [REQUEST_NAMESPACES[service], service]),
);

/** By the qualified name of the request alone: paths and actions are wrong in many clients. */
function operationNamed({ name, namespace }: XmlElement): [RequestNamespace | undefined, ServedOperation | undefined] {
  const service = SERVICE_OF.get(namespace);
  if (service === undefined || !Object.hasOwn(SERVICE_TABLES[service], name)) return [service, undefined];
  return [service, SERVICE_TABLES[service][name]];
}
