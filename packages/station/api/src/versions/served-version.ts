import type { PublishedTopic } from '@kitestring/base/topic.ts';
import { requestToken } from '@kitestring/station-contract/auth/operations.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { ControllingClient, HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import { overrideControl, requestControl } from '@kitestring/station-contract/handoff/operations.ts';
import { API_BASE, fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import { TOPICS_BY_NAME, type TopicName } from '@kitestring/station-contract/topics.ts';
import { operationIn, replyWriterIn } from '@kitestring/station-contract/versions/operation-versions.ts';
import { valueReaderIn, valueWriterIn } from '@kitestring/station-contract/versions/schema-versions.ts';
import {
  type ApiVersion,
  hasRateLimits,
  NEWEST_API_VERSION,
  versionPrefix,
} from '@kitestring/station-contract/versions.ts';
import type { LoginThrottle } from '@kitestring/station-core/auth';
import type { Station } from '@kitestring/station-core/station.ts';
import type { CallerInput, HandlerResult, Route } from '@kitestring/web/http';
import { WrittenTopic } from './written-topic.ts';

type WithAddress<Client> = Client & { readonly ip_address?: string };

/** Addresses that clients of 0.5.0 send with their control requests. The rules of the station do not use them. */
class ClientAddresses {
  readonly #bySession = new Map<string, string>();
  #revision = 0;

  /** Increments with each change. */
  get revision(): number {
    return this.#revision;
  }

  /** Stores the address of a session's last request; undefined removes it. */
  set(sessionId: string, address: string | undefined): void {
    if (this.#bySession.get(sessionId) === address) return;
    this.#revision += 1;
    if (address === undefined) this.#bySession.delete(sessionId);
    else this.#bySession.set(sessionId, address);
  }

  /** The state with the addresses of its clients, as far as known. */
  addTo({ controlling_client, requesting_clients }: HandoffState): object {
    return {
      controlling_client: controlling_client && this.#withAddress(controlling_client),
      requesting_clients: requesting_clients.map((client) => this.#withAddress(client)),
    };
  }

  #withAddress(client: ControllingClient): WithAddress<ControllingClient> {
    const address = this.#bySession.get(client.session_id);
    return address === undefined ? client : { ...client, ip_address: address };
  }
}

type HandlerRoute = Extract<Route, { kind: 'handler' }>;
type Handle = HandlerRoute['handle'];
type Value = (value: unknown) => unknown;

const same: Value = (value) => value;

/** The station as needed by the version rules. */
export interface VersionedStation {
  readonly handoff: Pick<Station['handoff'], 'permit'> & { readonly topic: { invalidate(): void } };
  readonly topics: { readonly flight: { readonly value: FlightState } };
}

/**
 * The published API in the served version. The station and its handlers use the newest version; this converts routes
 * and topics to those of an older one. For the newest version everything is returned unchanged.
 */
export class ServedVersion {
  readonly version: ApiVersion;
  readonly #station: VersionedStation;
  readonly #addresses = new ClientAddresses();
  readonly #topics = new Map<PublishedTopic, PublishedTopic>();

  constructor(version: ApiVersion, station: VersionedStation) {
    this.version = version;
    this.#station = station;
  }

  /** Path of the token request below the root of the server. */
  get tokenPath(): string {
    return fullPath(operationIn(this.version, requestToken) ?? requestToken);
  }

  /** Refusal of an unknown path; it names the served version if the path exists in another one. */
  notFound(path: string): Refusal {
    const base = `${API_BASE}${versionPrefix(this.version)}`;
    const isOther = /^\/api\/v\d+(\/|$)/.test(path) && !path.startsWith(`${base}/`);
    if (!isOther) return refusal('NOT_FOUND.nothingThere', { path });
    return refusal('NOT_FOUND.otherVersion', { path, version: this.version, base });
  }

  /** Whether requests without an operation, or without a token, are limited. */
  get hasRateLimits(): boolean {
    return hasRateLimits(this.version);
  }

  /** Routes of this version: without absent operations, and with additional paths of an operation. */
  routes(routes: readonly Route[]): readonly Route[] {
    return this.version === NEWEST_API_VERSION ? routes : routes.flatMap((route) => this.#routesFor(route));
  }

  /** A topic in the form of this version; the same object for the same topic. */
  topic(name: TopicName, topic: PublishedTopic): PublishedTopic {
    const known = this.#topics.get(topic) ?? this.#written(name, topic);
    this.#topics.set(topic, known);
    return known;
  }

  /** The throttle of wrong keys; one without delays if this version has no rate limits. */
  loginThrottle(throttle: LoginThrottle): Pick<LoginThrottle, 'inTurn' | 'lane'> {
    if (this.hasRateLimits) return throttle;
    return {
      lane: (address) => throttle.lane(address),
      inTurn: async (_, judge) => ({ kind: 'judged', value: (await judge())[1] }),
    };
  }

  /** A session has ended. */
  forget(sessionId: string): void {
    this.#addresses.set(sessionId, undefined);
  }

  #written(name: TopicName, topic: PublishedTopic): PublishedTopic {
    const write = valueWriterIn(this.version, TOPICS_BY_NAME[name].message);
    if (name === 'handoff/state' && this.version === '0.5.0') {
      const addresses = this.#addresses;
      const withAddresses = (state: unknown) => addresses.addTo(state as Parameters<typeof addresses.addTo>[0]);
      return new WrittenTopic({ topic, write: withAddresses, revision: () => addresses.revision });
    }
    return write === undefined ? topic : new WrittenTopic({ topic, write });
  }

  #routesFor(route: Route): readonly Route[] {
    const { operation: newest } = route;
    if ((newest.base ?? API_BASE) !== API_BASE) return [route];
    const operation = operationIn(this.version, newest);
    if (operation === undefined) return [];
    const { aliases = [] } = operation;
    const served = this.#routeTo(operation, route);
    return [served, ...aliases.map((path) => ({ ...served, operation: { ...operation, path } }))];
  }

  #routeTo(operation: Operation, route: Route): Route {
    if (route.kind === 'state') return { ...route, operation };
    const { handle, operation: newest } = route;
    return { ...route, operation, handle: this.#handleIn(newest, operation, this.#noting(newest, handle)) };
  }

  #handleIn(newest: Operation, operation: Operation, handle: Handle): Handle {
    const write = replyWriterIn(this.version, newest);
    const accepted = newest.accepts ?? newest.body;
    const readBody = (accepted && valueReaderIn(this.version, accepted)) ?? same;
    const readParams = (newest.params && valueReaderIn(this.version, newest.params)) ?? same;
    const answer = (result: HandlerResult) => writtenResult(result, write);
    return (call) => {
      const impossible = this.#stateRefusal(operation, call);
      if (impossible !== undefined) return { refusal: impossible };
      const result = handle({ ...call, body: readBody(call.body), params: readParams(call.params) });
      return result instanceof Promise ? result.then(answer) : answer(result);
    };
  }

  /** After the check of control, like in the station. */
  #stateRefusal({ flightStates: allowed }: Operation, { caller }: CallerInput): Refusal | undefined {
    if (allowed === undefined) return undefined;
    const permitted = this.#station.handoff.permit(caller);
    if (!permitted.ok) return permitted.refusal;
    const { flight_state: state } = this.#station.topics.flight.value;
    if (allowed.includes(state)) return undefined;
    return refusal('WRONG_FLIGHT_STATE.notInState', { state, allowed: allowed.join(', ') });
  }

  /** Stores the address that a client of 0.5.0 sends with a control request. */
  #noting(operation: Operation, handle: Handle): Handle {
    if (this.version !== '0.5.0' || (operation !== requestControl && operation !== overrideControl)) return handle;
    return (call) => {
      const result = handle(call);
      if (typeof result === 'object' && !('refusal' in result)) {
        this.#addresses.set(call.caller.sessionId, (call.body as { ip_address?: string }).ip_address);
        this.#station.handoff.topic.invalidate();
      }
      return result;
    };
  }
}

/** A handler's result with its value in the form of this version; refusals, files and bytes have none. */
function writtenResult(result: HandlerResult, write: Value): HandlerResult {
  if (typeof result !== 'object' || 'refusal' in result || 'file' in result) return result;
  if ('bytes' in result || 'write' in result) return result;
  if ('status' in result) {
    const { body, status } = result;
    return body === undefined || status >= 400 ? result : { ...result, body: write(body) };
  }
  return result.value === undefined ? result : { ...result, value: write(result.value) };
}
