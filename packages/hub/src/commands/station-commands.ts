import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Beat } from '@kitestring/hubcontract/beat.ts';
import {
  COMMAND_TYPE,
  CommandReply,
  HUB_SCOPES,
  type HubCommand,
  type HubScope,
  ResultRequest,
} from '@kitestring/hubcontract/command.ts';
import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import { messageBytes, readMessage } from '@kitestring/hubcontract/read-message.ts';
import { SUBJECTS } from '@kitestring/hubcontract/subjects.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Database } from '../database/database.ts';
import type { HubCommandKey } from '../identity/hub-keys.ts';
import type { Presence } from '../presence/presence.ts';
import type { HubAudit } from '../registry/audit.ts';
import type { CommandState, CommandTable, KeptCommand } from './command-table.ts';
import { signedOrder } from './signed-order.ts';

/** A beat that is older is not used: the station is asked for a new one. */
const BEAT_FRESH_MS = 2000;
const BEAT_TIMEOUT_MS = 1000;
/** Between two attempts to hand a command over, always the same one. */
const ATTEMPT_MS = 1000;
const NO_RESPONDERS_MS = 200;
/** An answer of the station is waited for so long after the last moment at which it can begin. */
const ANSWER_MS = 3000;

/** A command of a client. */
interface CommandOrder {
  readonly id: string;
  readonly sid: string;
  readonly op: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly caller: Caller;
  readonly role: string;
  readonly address: string | undefined;
}

export type CommandOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** It was not carried out and never will be. */
  | { readonly kind: 'not_carried_out'; readonly reason: string }
  /** The station may have carried it out. */
  | { readonly kind: 'unknown' }
  /** The id was used for something else. */
  | { readonly kind: 'reused' }
  /** No beat: nothing was sent. */
  | { readonly kind: 'not_live' };

interface StationCommandsDeps {
  readonly connection: NatsConnection;
  readonly database: Database;
  readonly table: CommandTable;
  readonly audit: HubAudit;
  readonly presence: Presence;
  readonly key: HubCommandKey;
  readonly nowMs: () => number;
  readonly log: Log;
}

/**
 * Gives commands to stations. Each names the newest beat that the hub has heard and an age: the station compares with its own clock,
 * so a delayed command is refused and never carried out afterwards. Handed over any number of times, it is carried out once.
 */
export class StationCommands {
  readonly #deps: StationCommandsDeps;
  readonly #running = new Map<string, Promise<CommandOutcome>>();
  #isSettling = false;

  constructor(deps: StationCommandsDeps) {
    this.#deps = deps;
  }

  async give(order: CommandOrder): Promise<CommandOutcome> {
    const fingerprint = fingerprintOf(order);
    const kept = await this.#deps.table.get(order.id);
    if (kept !== undefined && kept.fingerprint !== fingerprint) return { kind: 'reused' };
    const running = this.#running.get(order.id);
    if (running !== undefined) return running;
    if (kept !== undefined) return outcomeOf(kept);
    const outcome = this.#carryOut(order, fingerprint).finally(() => this.#running.delete(order.id));
    this.#running.set(order.id, outcome);
    return outcome;
  }

  /** Asks stations that are back what became of their commands. To be called about once a second. */
  async settleOpen(): Promise<void> {
    if (this.#isSettling) return;
    this.#isSettling = true;
    try {
      for (const command of await this.#deps.table.open()) {
        const isOnline = this.#deps.presence.of(command.sid)?.state === 'online';
        if (isOnline && !this.#running.has(command.id)) await this.#askResult(command);
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'open commands could not be settled');
    } finally {
      this.#isSettling = false;
    }
  }

  async #carryOut(order: CommandOrder, fingerprint: string): Promise<CommandOutcome> {
    const { audit, database, key, nowMs, table } = this.#deps;
    const { body, caller, id, op, params, sid } = order;
    const heard = await this.#freshBeat(sid);
    if (heard === undefined) return { kind: 'not_live' };
    const lateMs = heard.atMs + LIMITS.commandAgeMs;
    // Noted before it is sent: what the hub does not remember, it has not given.
    await database.transaction(async (queries) => {
      const kept = { id, sid, op, key_id: caller.pluginId, who: caller.pluginName, fingerprint };
      await table.add(queries, { ...kept, asked_ms: nowMs(), late_ms: lateMs });
      const entry = { who: caller.pluginName, what: op, station: sid, address: order.address };
      await audit.noteIn(queries, { ...entry, outcome: `asked ${id}` });
    });
    const command: HubCommand = {
      ...{ v: 1, id, sid, op, boot: heard.beat.boot, beat: heard.beat.n, maxAgeMs: LIMITS.commandAgeMs },
      person: { id: caller.pluginId, name: caller.pluginName, role: order.role },
      scopes: caller.scopes.filter((scope): scope is HubScope => (HUB_SCOPES as readonly string[]).includes(scope)),
      via: `API key ${caller.pluginName}`.slice(0, 100),
      ...(Object.keys(params).length > 0 && { params }),
      ...(body !== undefined && { body }),
    };
    const reply = await this.#handOver(sid, signedOrder(key, COMMAND_TYPE, command), lateMs);
    if (reply !== undefined) await this.#settle({ id, sid, op, who: caller.pluginName }, reply);
    const kept = await table.get(id);
    return kept === undefined ? { kind: 'unknown' } : outcomeOf(kept);
  }

  /** The newest beat, or one that the station sends now; undefined when none comes. */
  async #freshBeat(sid: string): Promise<{ readonly beat: Beat; readonly atMs: number } | undefined> {
    const { connection, nowMs, presence } = this.#deps;
    const { beat, heardMs } = presence.of(sid) ?? {};
    if (beat !== undefined && heardMs !== undefined && nowMs() - heardMs <= BEAT_FRESH_MS)
      return { beat, atMs: heardMs };
    try {
      const reply = await connection.request(SUBJECTS.request(sid, 'beat'), undefined, { timeout: BEAT_TIMEOUT_MS });
      const read = readMessage(Beat, reply.data);
      return read.ok ? { beat: read.value, atMs: nowMs() } : undefined;
    } catch {
      return undefined;
    }
  }

  /** The reply of the station; undefined when none came while one could. */
  async #handOver(sid: string, order: Uint8Array, lateMs: number): Promise<CommandReply | undefined> {
    const { connection, nowMs } = this.#deps;
    while (nowMs() < lateMs + ANSWER_MS) {
      try {
        const reply = await connection.request(SUBJECTS.request(sid, 'cmd'), order, { timeout: ATTEMPT_MS });
        const read = readMessage(CommandReply, reply.data);
        // A busy station has decided nothing: another copy of the command may still be on its way.
        if (read.ok && !isBusy(read.value)) return read.value;
        if (!read.ok) this.#deps.log.warn({ sid, fault: read.message }, 'the reply to a command is malformed');
      } catch {
        // No answer: the same command again, which is carried out once.
      }
      await wait(NO_RESPONDERS_MS);
    }
    return undefined;
  }

  async #askResult(command: KeptCommand): Promise<void> {
    const { connection, nowMs } = this.#deps;
    const { id, late_ms: lateMs, sid } = command;
    try {
      const question = messageBytes(ResultRequest, { v: 1, id });
      const answer = await connection.request(SUBJECTS.request(sid, 'result'), question, { timeout: ATTEMPT_MS });
      const read = readMessage(CommandReply, answer.data);
      if (!read.ok) return;
      // A station that does not know it yet may still get it while it is young.
      const isYoung = nowMs() < lateMs + LIMITS.commandAgeMs;
      if ('error' in read.value && read.value.error === 'NOT_KNOWN' && isYoung) return;
      await this.#settle(command, read.value);
    } catch {
      // Not back yet.
    }
  }

  async #settle(
    { id, op, sid, who }: Pick<KeptCommand, 'id' | 'op' | 'sid' | 'who'>,
    reply: CommandReply,
  ): Promise<void> {
    const state = stateOf(reply);
    if (state === 'open' || !(await this.#deps.table.settle(id, state, reply))) return;
    const outcome = 'status' in reply ? String(reply.status) : reply.error;
    await this.#deps.audit.note({ who, what: op, station: sid, outcome: `${outcome} ${id}` });
  }
}

const isBusy = (reply: CommandReply): boolean => 'error' in reply && reply.error === 'STATION_BUSY';

function stateOf(reply: CommandReply): CommandState {
  if ('status' in reply) return 'answered';
  if (isBusy(reply)) return 'open';
  return reply.error === 'OUTCOME_LOST' ? 'lost' : 'not_carried_out';
}

function outcomeOf({ reply, state }: KeptCommand): CommandOutcome {
  if (state === 'open' || state === 'lost' || reply === null) return { kind: 'unknown' };
  if ('status' in reply) return { kind: 'answered', status: reply.status, body: reply.body };
  return { kind: 'not_carried_out', reason: `${reply.message} (${reply.error})` };
}

const fingerprintOf = ({ body, caller, op, params, sid }: CommandOrder): string =>
  hash('sha256', JSON.stringify([sid, op, params, body ?? null, caller.pluginId]), 'base64url');
