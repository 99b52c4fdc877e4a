import { createHash } from 'node:crypto';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { TokenGrant } from '@kitestring/station-contract/auth/session.ts';
import { getFlightState } from '@kitestring/station-contract/flight/operations.ts';
import type { Notification, NotificationsObject } from '@kitestring/station-contract/notifications/notification.ts';
import { notificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { getNotificationHistory, getNotifications } from '@kitestring/station-contract/notifications/operations.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import {
  FIRST_MARK,
  JOURNAL_CLIENTS_MAX,
  JOURNAL_ENTRIES_MAX,
  JOURNAL_MARKS_MAX,
  type JournalMark,
} from '@kitestring/station-contract/sim/journal.ts';
import type { WireFaultType } from '@kitestring/station-contract/sim/wire-faults.ts';
import { bearerToken, type Exchange, hasBody, subprotocolToken } from '@kitestring/web/http';
import type { ObservedAnswer, ObservedWebSocket, TrafficObserver } from '@kitestring/web/traffic';
import { EntryRing, type RingEntry } from './entry-ring.ts';
import { type ClientCounts, JournalClient } from './journal-client.ts';
import { answerKey, CODE_NAMES, OPERATION_NAMES, TOPIC_NAMES, wireFaultBit } from './journal-names.ts';
import { KeptBodies } from './kept-bodies.ts';
import { KnownTokens } from './known-tokens.ts';
import type { JudgedRequest } from './reactions.ts';

/** Interval at which the faults of the aircraft are checked while requests arrive, real time. */
const FAULTS_EVERY_US = US_PER_S / 10;
const TELL_NOTIFICATIONS: ReadonlySet<string> = new Set([getNotifications.id, getNotificationHistory.id]);
const FLIGHT_STATE = /"flight_state":"(\w+)"/;
/** Clients beyond the limit. */
const OTHERS = '(others)';

interface RequestJournalDeps {
  /** Station time. */
  readonly clock: Clock;
  readonly realTimeClock: Clock;
  /** Faults of the aircraft. */
  readonly faults: () => readonly FaultState[];
}

/** A mark with the counts of all clients at that time. */
export interface KeptMark extends JournalMark {
  readonly counts: ReadonlyMap<JournalClient, ClientCounts>;
}

/** Everything recorded since it was switched on. */
interface Kept {
  readonly entries: EntryRing;
  readonly bodies: KeptBodies;
  /** By name; the first is for requests of unknown clients. */
  readonly clients: Map<string, JournalClient>;
  readonly marks: Map<string, KeptMark>;
  readonly beganUs: number;
}

const UNKNOWN_CLIENT = '';

/**
 * Requests, answers and WebSockets of a simulated station. It outlives a restart of the computer. While it is off, a
 * request costs one check of `isOn`.
 */
export class RequestJournal implements TrafficObserver {
  isOn = false;
  keepsBodies = false;
  readonly #deps: RequestJournalDeps;
  readonly #tokens = new KnownTokens();
  readonly #open = new Set<ObservedWebSocket>();
  #kept: Kept;
  /** The bytes of the last state of the Kite, and the decoded state. */
  #stateText = '';
  #flightState = '';
  #faults: ReadonlySet<string> = new Set();
  #faultsDueUs = 0;
  #latestId = '';
  #latestIndex: number | undefined;
  #latestCaller: Caller | undefined;
  #latestClient: JournalClient;

  constructor(deps: RequestJournalDeps) {
    this.#deps = deps;
    this.#kept = this.#fresh(0);
    this.#latestClient = this.#client();
  }

  get kept(): Omit<Kept, 'clients'> & { readonly clients: ReadonlyMap<string, JournalClient> } {
    return this.#kept;
  }

  /** Switches it on if necessary, and sets a mark; the first one clears everything before. */
  mark(name: string = FIRST_MARK): KeptMark {
    if (!this.isOn || name === FIRST_MARK) {
      this.#kept = this.#fresh(JOURNAL_ENTRIES_MAX);
      this.#latestCaller = undefined;
      this.isOn = true;
      this.#setMark(FIRST_MARK);
    }
    return name === FIRST_MARK ? (this.#kept.marks.get(name) as KeptMark) : this.#setMark(name);
  }

  stop(): void {
    this.isOn = false;
    this.keepsBodies = false;
    this.#kept = this.#fresh(0);
  }

  /** A state of a topic was answered: most requests. @param text JSON */
  stateRead(exchange: Exchange, operation: Operation, text: string): void {
    const client = this.#note(exchange, operation.id, 200, undefined);
    if (client === undefined) return;
    if (operation.id === getFlightState.id) client.showFlightState(this.#flightStateIn(text));
    if (this.keepsBodies) this.#keepBodies(exchange, operation.id, JSON.parse(text));
  }

  /** A request was answered, or its connection ended before. Only the first answer of an exchange counts: the client sees no other. */
  answered(exchange: Exchange, operationId: string, answer: ObservedAnswer): void {
    const { body, status } = answer;
    const client = this.#note(exchange, operationId, status, answer);
    if (client === undefined) return;
    if (this.keepsBodies) this.#keepBodies(exchange, operationId, body);
    if (TELL_NOTIFICATIONS.has(operationId) && status === 200) showNotifications(client, body);
  }

  /** A token was issued; recorded also while the journal is off, because clients keep tokens. */
  tokenIssued({ caller }: Exchange, grant: unknown): void {
    const { access_token: token } = grant as TokenGrant;
    if (caller === null || token === undefined) return;
    this.#tokens.issued(token, caller.callerName);
    if (this.isOn) this.#client(caller.callerName).watched.renewed();
  }

  /** A wire fault was triggered. @param exchange the affected request; absent for a WebSocket */
  wireFaultHit(type: WireFaultType, client: string | undefined, exchange?: Exchange): void {
    if (!this.isOn) return;
    this.#client(client).meet('wire_faults', type);
    if (exchange !== undefined) exchange.wireFaults |= wireFaultBit(type);
  }

  opened(webSocket: ObservedWebSocket): void {
    this.#open.add(webSocket);
    if (this.isOn) this.#client(webSocket.client).watched.subscribed(webSocket.operationId);
  }

  subscribed({ client }: ObservedWebSocket, topic: string): void {
    if (!this.isOn) return;
    this.#client(client).meet('topics', topic);
    this.#client(client).watched.subscribed(topic);
  }

  closed(webSocket: ObservedWebSocket, code: number, by: 'station' | 'client'): void {
    this.#open.delete(webSocket);
    if (!this.isOn) return;
    const client = this.#client(webSocket.client);
    const moment = this.#now();
    const [topic = ''] = webSocket.topics;
    const { realUs, stationUs } = moment;
    const operation = OPERATION_NAMES.indexOf(webSocket.operationId) ?? 0;
    const sequence = this.#kept.entries.add(stationUs, realUs, answerKey(operation, 0, 0), client.index, {
      topic: TOPIC_NAMES.indexOf(topic) ?? 0,
      close: code,
      isByStation: by === 'station',
    });
    client.closes.add(`${code} ${by}`);
    if (by === 'client') return;
    const carried = webSocket.topics.size === 0 ? [webSocket.operationId] : webSocket.topics;
    for (const name of carried) if (!this.#has(client, name)) client.watched.closed(name, code, moment, sequence);
  }

  /** The state of the Kite was sent to these. */
  flightStateSent(to: Iterable<ObservedWebSocket>, name: () => string): void {
    if (!this.isOn) return;
    for (const { client } of to) this.#client(client).showFlightState(name());
  }

  /** A notification was sent to these. */
  notificationSent(to: Iterable<ObservedWebSocket>, { code, end_time }: Notification): void {
    if (!this.isOn) return;
    const clients = new Set([...to].map(({ client }) => client));
    for (const client of clients) this.#client(client).showNotification(nameOf(code), end_time !== undefined);
  }

  /** Checks the faults of the aircraft for clients that only listen. */
  lookAtFaults(): void {
    this.#lookAtFaults(this.#deps.realTimeClock.nowUs());
  }

  now(): { readonly realUs: number; readonly stationUs: number } {
    return this.#now();
  }

  /** Runs for every request: no closure, no object, and no look-up if the same client repeats its request. */
  #note(
    exchange: Exchange,
    operationId: string,
    status: number,
    more: ObservedAnswer | undefined,
  ): JournalClient | undefined {
    if (operationId !== this.#latestId) {
      this.#latestId = operationId;
      this.#latestIndex = OPERATION_NAMES.indexOf(operationId);
    }
    const operation = this.#latestIndex;
    if (operation === undefined) {
      // A control of the simulator may have set a fault.
      this.#faultsDueUs = 0;
      return undefined;
    }
    if (exchange.isNoted) return undefined;
    exchange.isNoted = true;
    const client = this.#clientOf(exchange, status);
    const realUs = exchange.checkedUs === 0 ? this.#deps.realTimeClock.nowUs() : exchange.checkedUs;
    const stationUs = this.#deps.clock.nowUs();
    const code = more?.code === undefined ? 0 : (CODE_NAMES.indexOf(more.code) ?? 0);
    const answer = answerKey(operation, status, code);
    const rest = more === undefined && exchange.wireFaults === 0 ? undefined : restOf(exchange, more);
    const sequence = this.#kept.entries.add(stationUs, realUs, answer, client.index, rest);
    client.requests.add(answer);
    if (realUs >= this.#faultsDueUs) this.#lookAtFaults(realUs);
    client.showFaults(this.#faults);
    const isQuiet = status > 0 && status < 400 && client.watched.isQuiet;
    if (!isQuiet && client.name !== UNKNOWN_CLIENT) {
      judge(client, exchange, {
        sequence,
        realUs,
        stationUs,
        operationId,
        status,
        code: more?.code,
        retryAfterS: more?.retryAfterS,
      });
    }
    return client;
  }

  #now() {
    return { realUs: this.#deps.realTimeClock.nowUs(), stationUs: this.#deps.clock.nowUs() };
  }

  #fresh(size: number): Kept {
    const unknown = new JournalClient(UNKNOWN_CLIENT, 0);
    return {
      entries: new EntryRing(size),
      bodies: new KeptBodies(),
      clients: new Map([[UNKNOWN_CLIENT, unknown]]),
      marks: new Map(),
      beganUs: this.#deps.realTimeClock.nowUs(),
    };
  }

  #setMark(name: string): KeptMark {
    const { clients, entries, marks } = this.#kept;
    const counts = new Map([...clients.values()].map((client) => [client, client.mark()]));
    const mark = { name, time: formatTimestamp(this.#deps.clock.nowUs()), sequence: entries.count, counts };
    marks.delete(name);
    marks.set(name, mark);
    // The first one stays: all counts refer to it.
    const [, oldest] = marks.keys();
    if (marks.size > JOURNAL_MARKS_MAX && oldest !== undefined) marks.delete(oldest);
    return mark;
  }

  #client(name: string = UNKNOWN_CLIENT): JournalClient {
    return this.#kept.clients.get(name) ?? this.#newClient(name);
  }

  #newClient(name: string): JournalClient {
    const { clients } = this.#kept;
    if (clients.size >= JOURNAL_CLIENTS_MAX && name !== OTHERS) return this.#client(OTHERS);
    const client = new JournalClient(name, clients.size);
    clients.set(name, client);
    return client;
  }

  #clientOf({ caller, request }: Exchange, status: number): JournalClient {
    if (caller !== null) {
      if (caller === this.#latestCaller) return this.#latestClient;
      this.#latestCaller = caller;
      this.#latestClient = this.#client(caller.callerName);
      return this.#latestClient;
    }
    const { headers } = request;
    if (status !== 401) return this.#client();
    const token = bearerToken(headers) ?? subprotocolToken(headers);
    return this.#client(token === undefined ? undefined : this.#tokens.clientOf(token));
  }

  #has({ name }: JournalClient, carried: string): boolean {
    for (const { client, operationId, topics } of this.#open) {
      if (client === name && (topics.has(carried) || (topics.size === 0 && operationId === carried))) return true;
    }
    return false;
  }

  #flightStateIn(text: string): string {
    if (text !== this.#stateText) {
      this.#stateText = text;
      this.#flightState = FLIGHT_STATE.exec(text)?.[1] ?? '';
    }
    return this.#flightState;
  }

  #lookAtFaults(realUs: number): void {
    this.#faultsDueUs = realUs + FAULTS_EVERY_US;
    const active = this.#deps.faults().filter(({ status }) => status === 'active');
    const faults = new Set(active.map(({ id, type }) => `${id} ${type}`));
    // The same set as long as nothing changes: clients compare it for each request.
    if (faults.symmetricDifference(this.#faults).size > 0) this.#faults = faults;
    for (const { client } of this.#open) this.#client(client).showFaults(this.#faults);
  }

  #keepBodies(exchange: Exchange, operationId: string, answer: unknown): void {
    const { bodies, entries } = this.#kept;
    const { headers } = exchange.request;
    const token = bearerToken(headers) ?? subprotocolToken(headers);
    bodies.keep(entries.count, operationId, exchange.body, answer, token);
    bodies.forgetBefore(entries.first);
  }
}

/** Fields of an entry that almost all requests lack. */
const restOf = ({ topic, wireFaults }: Exchange, more: ObservedAnswer | undefined): Partial<RingEntry> => ({
  topic: topic === undefined ? 0 : (TOPIC_NAMES.indexOf(topic) ?? 0),
  wireFaults,
  ...(more?.retryAfterS !== undefined && { retryAfterS: more.retryAfterS }),
});

function judge(client: JournalClient, exchange: Exchange, answered: Omit<JudgedRequest, 'isRead' | 'input'>): void {
  const { method } = exchange.request;
  client.watched.requested({
    ...answered,
    isRead: method === 'GET' || method === 'HEAD',
    input: () => inputOf(exchange),
  });
}

/** Hash of the input of a request besides its operation: a body may be long or contain a secret. */
const inputOf = ({ body, params, query, request }: Exchange): string | undefined =>
  body.length === 0 && hasBody(request)
    ? undefined
    : createHash('sha256')
        .update(JSON.stringify([params, query]))
        .update(body)
        .digest('base64');

/** @param body reply of `notifications.state` or `notifications.history`: ended ones, and all active ones */
function showNotifications(client: JournalClient, body: unknown): void {
  const { notifications } = body as NotificationsObject;
  const ended = notifications.filter(({ end_time }) => end_time !== undefined);
  for (const { code } of ended) client.showNotification(nameOf(code), true);
  client.showActiveNotifications(
    new Set(notifications.flatMap(({ code, end_time }) => (end_time === undefined ? [nameOf(code)] : []))),
  );
}

const nameOf = (code: number): string => notificationName(code) ?? String(code);
