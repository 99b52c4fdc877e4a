import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COMMAND_TYPE, CommandReply, type HubCommand, ResultRequest } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import { insertHubEvent } from '../events/insert-events.ts';
import type { HubDeps } from '../hub-deps.ts';
import { auditedName, keyId } from '../people/hub-caller.ts';
import type { CommandState, CommandTable, KeptCommand } from './command-table.ts';
import { orderAsker } from './order-asker.ts';
import { signedOrder } from './signed-order.ts';

/** Interval between attempts to deliver a command, each time the same one. */
const ATTEMPT_MS = 1000;
const NO_RESPONDERS_MS = 200;
/** Time to wait for the station’s answer after the last moment at which the execution can begin. */
const ANSWER_MS = 3000;
/**
 * Time in which the service that a command was for may return with its journal: it detects a dead connection within 30
 * s and reconnects within 40. Afterwards the outcome is lost.
 */
const OTHER_JOURNAL_MS = 90_000;

/** A command of a client. */
interface CommandOrder {
  /** Random if there was no Idempotency-Key. */
  readonly id: string;
  /** The Idempotency-Key of the request. */
  readonly key?: string | undefined;
  readonly sid: string;
  readonly op: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly caller: Caller;
  readonly address: string | undefined;
  /** Header `traceparent` of the request. */
  readonly trace?: string | undefined;
}

export type CommandOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: unknown;
      /** Headers of the station’s answer, names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
    }
  /** It was not executed and never will be. */
  | { readonly kind: 'not_carried_out'; readonly reason: string }
  /** The station may have executed it. */
  | { readonly kind: 'unknown' }
  /** The id was used for another request. */
  | { readonly kind: 'reused' }
  /** There is no beat: nothing was sent. */
  | { readonly kind: 'not_live' };

/** An open command as seen by this replica; monotonic times. */
interface SeenOpen {
  readonly sinceMs: number;
  /** When a service with another journal answered. */
  otherMs?: number;
}

interface StationCommandsDeps
  extends Pick<HubDeps, 'database' | 'audit' | 'presence' | 'beats' | 'key' | 'nowMs' | 'log' | 'onEvent'> {
  readonly connection: Pick<NatsConnection, 'request'>;
  readonly table: CommandTable;
  /** Never goes back; default: the clock of this process. */
  readonly monotonicMs?: () => number;
}

/** Commands to stations, as used by routes. */
export type CommandSender = Pick<StationCommands, 'send'>;

/**
 * Sends commands to stations. Each names the newest beat that the hub has received and a maximum age, which the station
 * checks with its own clock: a delayed command is refused and never executed afterwards. It may be delivered any number
 * of times, but is executed once.
 */
export class StationCommands {
  readonly #deps: StationCommandsDeps;
  readonly #monotonicMs: () => number;
  readonly #running = new Map<string, { readonly fingerprint: string; readonly outcome: Promise<CommandOutcome> }>();
  /** Open commands. */
  readonly #open = new Map<string, SeenOpen>();
  #isSettling = false;

  constructor(deps: StationCommandsDeps) {
    this.#deps = deps;
    this.#monotonicMs = deps.monotonicMs ?? (() => performance.now());
  }

  async send(order: CommandOrder): Promise<CommandOutcome> {
    const fingerprint = fingerprintOf(order);
    const kept = order.key === undefined ? undefined : await this.#deps.table.own(order.caller.callerId, order.key);
    if (kept !== undefined && kept.fingerprint !== fingerprint) return { kind: 'reused' };
    const running = this.#running.get(order.id);
    // A repeated request may arrive before the first one is stored.
    if (running !== undefined) return running.fingerprint === fingerprint ? running.outcome : { kind: 'reused' };
    if (kept !== undefined) return outcomeOf(kept);
    const outcome = this.#carryOut(order, fingerprint).finally(() => this.#running.delete(order.id));
    this.#running.set(order.id, { fingerprint, outcome });
    return outcome;
  }

  /** Asks stations that are online again for the outcomes of their commands. Called about once a second. */
  async settleOpen(): Promise<void> {
    if (this.#isSettling) return;
    this.#isSettling = true;
    try {
      const open = await this.#deps.table.open();
      const ids = new Set(open.map(({ id }) => id));
      for (const id of this.#open.keys()) if (!ids.has(id)) this.#open.delete(id);
      for (const id of ids) if (!this.#open.has(id)) this.#open.set(id, { sinceMs: this.#monotonicMs() });
      const askable = open.filter(
        ({ id, sid }) => this.#deps.presence.of(sid)?.state === 'online' && !this.#running.has(id),
      );
      // Stations are independent: a silent one does not delay the others.
      await Promise.all([...Map.groupBy(askable, ({ sid }) => sid).values()].map((own) => this.#askAll(own)));
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the outcomes of open commands could not be resolved');
    } finally {
      this.#isSettling = false;
    }
  }

  async #carryOut(order: CommandOrder, fingerprint: string): Promise<CommandOutcome> {
    const { audit, beats, database, key, nowMs, table } = this.#deps;
    const { body, caller, id, op, params, sid, trace } = order;
    const heard = await beats.of(sid);
    if (heard === undefined) return { kind: 'not_live' };
    const lateMs = heard.atMs + LIMITS.commandAgeMs;
    const { boot, n: beat } = heard.beat;
    // Stored before it is sent: the hub never sends a command that it does not remember.
    const isNoted = await database.transaction(async (queries) => {
      const kept = { id, sid, op, key_id: caller.callerId, who: auditedName(caller), fingerprint };
      if (!(await table.add(queries, { ...kept, asked_ms: nowMs(), late_ms: lateMs, boot, beat }))) return false;
      const entry = { who: auditedName(caller), key: keyId(caller), what: op, station: sid, address: order.address };
      await audit.noteIn(queries, { ...entry, outcome: `asked ${id}` });
      return true;
    });
    // Another replica received the same id at the same moment, and sends it.
    if (!isNoted) return this.#keptOutcome(id, fingerprint);
    const command: HubCommand = {
      v: 1,
      id,
      sid,
      op,
      boot,
      beat,
      maxAgeMs: LIMITS.commandAgeMs,
      ...orderAsker(caller),
      ...(Object.keys(params).length > 0 && { params }),
      ...(body !== undefined && { body }),
      ...(trace !== undefined && { trace }),
    };
    const reply = await this.#handOver(command, signedOrder(key, COMMAND_TYPE, command), lateMs);
    const kept = { id, sid, op, key_id: caller.callerId, who: auditedName(caller) };
    if (reply !== undefined && (await this.#settle(kept, reply))) return outcomeOf({ state: stateOf(reply), reply });
    // Still open, or its outcome was found out by a request meanwhile.
    return this.#keptOutcome(id, fingerprint);
  }

  async #keptOutcome(id: string, fingerprint: string): Promise<CommandOutcome> {
    const kept = await this.#deps.table.get(id);
    if (kept === undefined) return { kind: 'unknown' };
    return kept.fingerprint === fingerprint ? outcomeOf(kept) : { kind: 'reused' };
  }

  /** The reply of the station; undefined if none came in time. */
  async #handOver(command: HubCommand, order: Uint8Array, lateMs: number): Promise<CommandReply | undefined> {
    const { connection, log, nowMs } = this.#deps;
    const { id, sid } = command;
    // Measured without the real-time clock of the hub, which may be set.
    const endMs = this.#monotonicMs() + lateMs - nowMs() + ANSWER_MS;
    // Once in any case: a station that gets it too late says so, which settles it.
    for (let isFirst = true; isFirst || this.#monotonicMs() < endMs; isFirst = false) {
      try {
        const reply = await connection.request(SUBJECTS.request(sid, 'cmd'), order, { timeout: ATTEMPT_MS });
        const read = readMessage(CommandReply, reply.data);
        if (read.ok && isDecided(read.value, command, isFirst)) return read.value;
        if (read.ok) log.debug({ sid, id, reply: read.value }, 'a reply to a command that decides nothing');
        else log.warn({ sid, fault: read.message }, 'the reply to a command is malformed');
      } catch {
        // No answer: the same command is sent again; it is executed once.
      }
      await wait(NO_RESPONDERS_MS);
    }
    return undefined;
  }

  async #askAll(commands: readonly KeptCommand[]): Promise<void> {
    for (const command of commands) if (!(await this.#askResult(command))) return;
  }

  /** @returns whether the station has answered */
  async #askResult(command: KeptCommand): Promise<boolean> {
    const { connection, log, nowMs } = this.#deps;
    const { beat, boot, id, late_ms: lateMs, sid } = command;
    const seen = this.#open.get(id) ?? { sinceMs: this.#monotonicMs() };
    const openMs = this.#monotonicMs() - seen.sinceMs;
    // The station may still receive the command while it is young. Another replica, with a different clock, may be
    // sending it.
    const isYoung = nowMs() < lateMs + LIMITS.commandAgeMs || openMs < LIMITS.commandAgeMs + ANSWER_MS;
    try {
      const question = messageBytes(ResultRequest, {
        v: 1,
        id,
        ...(boot !== null && { boot }),
        ...(beat !== null && { beat }),
      });
      const answer = await connection.request(SUBJECTS.request(sid, 'result'), question, { timeout: ATTEMPT_MS });
      const read = readMessage(CommandReply, answer.data);
      if (!read.ok || read.value.id !== id) return true;
      const reply = read.value;
      const isOther = 'error' in reply && reply.error === 'OTHER_JOURNAL';
      if (isOther) seen.otherMs ??= this.#monotonicMs();
      const mayBeBack = isOther && this.#monotonicMs() - (seen.otherMs ?? 0) < OTHER_JOURNAL_MS;
      if (mayBeBack || ('error' in reply && reply.error === 'NOT_KNOWN' && isYoung))
        log.debug({ sid, id, reply }, 'a result of a command that decides nothing');
      else await this.#settle(command, reply);
      return true;
    } catch {
      // The station is still offline.
      return false;
    }
  }

  /** @returns whether this call has stored the outcome */
  async #settle(
    { id, key_id: keyId, op, sid, who }: Pick<KeptCommand, 'id' | 'key_id' | 'op' | 'sid' | 'who'>,
    reply: CommandReply,
  ): Promise<boolean> {
    const { audit, database, log, nowMs, onEvent, table } = this.#deps;
    const state = stateOf(reply);
    if (state === 'open') return false;
    log.debug({ sid, id, state, reply }, 'a command is settled');
    const outcome = 'status' in reply ? String(reply.status) : reply.error;
    const isSettled = await database.transaction(async (queries) => {
      if (!(await table.settle(queries, id, state, reply))) return false;
      const key = keyId === who ? undefined : keyId;
      await audit.noteIn(queries, { who, key, what: op, station: sid, outcome: `${outcome} ${id}` });
      await insertHubEvent(queries, 'command.settled', sid, nowMs(), { id, operation: op, who, state, outcome });
      return true;
    });
    onEvent();
    return isSettled;
  }
}

/**
 * A busy station has decided nothing: the command may be sent again. A service with another boot may be a copy, while
 * the original executes the command; a restarted station knows it by its id, after the deadline. A station that cannot
 * read the command may have executed an earlier delivery.
 */
function isDecided(reply: CommandReply, { boot }: HubCommand, isFirst: boolean): boolean {
  if ('status' in reply) return true;
  if (reply.error === 'STATION_BUSY' || reply.error === 'STATION_RESTARTED') return false;
  return (reply.boot ?? boot) === boot && (isFirst || reply.id !== undefined);
}

function stateOf(reply: CommandReply): CommandState {
  if ('status' in reply) return 'answered';
  if (reply.error === 'STATION_BUSY' || reply.error === 'STATION_RESTARTED') return 'open';
  return reply.error === 'OUTCOME_LOST' || reply.error === 'OTHER_JOURNAL' ? 'lost' : 'not_carried_out';
}

function outcomeOf({ reply, state }: Pick<KeptCommand, 'reply' | 'state'>): CommandOutcome {
  if (state === 'open' || state === 'lost' || reply === null) return { kind: 'unknown' };
  if ('status' in reply)
    return { kind: 'answered', status: reply.status, body: reply.body, headers: reply.headers ?? {} };
  return { kind: 'not_carried_out', reason: `${reply.message} (${reply.error})` };
}

const fingerprintOf = ({ body, caller, op, params, sid }: CommandOrder): string =>
  hash('sha256', JSON.stringify([sid, op, params, body ?? null, caller.callerId]), 'base64url');
