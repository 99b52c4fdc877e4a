import { StoreFault } from '@kitestring/base/store-fault.ts';
import {
  COMMAND_TYPE,
  type CommandReply,
  HUB_SCOPES,
  HubCommand,
  type HubScope,
  REPLY_HEADERS,
  type ResultRequest,
} from '@kitestring/hub-contract/command.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import type { BeatLog } from '../beat-log.ts';
import type { FleetJournal } from '../journal/fleet-journal.ts';
import type { JournalRecorder } from '../journal-recorder.ts';
import { judgeOrder, refused } from './judge-order.ts';
import { offeredOperation } from './offered-operation.ts';
import type { StationApi } from './station-api.ts';
import { verifiedOrder } from './verified-order.ts';

interface CommandExecutorDeps {
  readonly sid: string;
  readonly boot: string;
  readonly beats: BeatLog;
  readonly recorder: Pick<JournalRecorder, 'record'> & { readonly journal: CommandJournal | undefined };
  /** Upper limit of what people may do through the hub, as set on this station. */
  readonly access: HubScope;
  readonly api: StationApi;
  /** Never goes back; the same clock times the beats. */
  readonly monotonicMs: () => number;
}

type CommandJournal = Pick<FleetJournal, 'outcomes' | 'starts' | 'sync'>;

interface DecidedRequest {
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly HubScope[];
}

const ANSWER_TIMEOUT_MS = 20_000;
/** Limit of an answer to a command; those of the published API have some hundred bytes. */
const ANSWER_BYTES_MAX = 32 * 1024;
/** Commands that run at the same time. */
const RUNNING_MAX = 16;

/** The scopes within a limit: each includes the ones before it. */
export const scopesWithin = (access: HubScope): readonly HubScope[] =>
  HUB_SCOPES.slice(0, HUB_SCOPES.indexOf(access) + 1);

/**
 * Executes commands of the hub, each at most once and never late. The decision is on the disk before the execution
 * starts; the outcome can be requested again by the id of the command.
 */
export class CommandExecutor {
  readonly #deps: CommandExecutorDeps;
  readonly #running = new Map<string, Promise<CommandReply>>();

  constructor(deps: CommandExecutorDeps) {
    this.#deps = deps;
  }

  /** Never rejects. @param keys of the hub’s commands, pinned by this station */
  async execute(bytes: Uint8Array, keys: readonly HubKey[]): Promise<CommandReply> {
    const payload = verifiedOrder(bytes, COMMAND_TYPE, keys);
    if (payload === undefined)
      return refusedUnread('BAD_SIGNATURE', 'no pinned key of the hub has signed this command');
    const read = readMessage(HubCommand, payload, LIMITS.commandBytes);
    if (!read.ok) return refusedUnread('MALFORMED_COMMAND', read.message);
    const { id } = read.value;
    try {
      return this.#known(id) ?? (await this.#decide(read.value));
    } catch (fault) {
      if (!(fault instanceof StoreFault)) throw fault;
      return refused(id, 'STATION_BUSY', 'the station cannot note the command on its disk');
    }
  }

  /**
   * Outcome of a command by its id. Once the maximum age of the command has passed, NOT_KNOWN means that it was not
   * executed and never will be.
   * @param boot start of the service that the command was for
   * @param beat the one that the command names
   */
  async result({ beat, boot, id }: Pick<ResultRequest, 'id' | 'boot' | 'beat'>): Promise<CommandReply> {
    const { journal } = this.#deps.recorder;
    if (journal === undefined) return refused(id, 'STATION_BUSY', 'the station cannot read its journal');
    try {
      const isOwn = boot === undefined || journal.starts.has(boot);
      const known = await this.#known(id);
      // A journal may have been copied before the command ended.
      if (known !== undefined && (isOwn || !('error' in known) || known.error !== 'OUTCOME_LOST')) return known;
      if (boot !== undefined && journal.outcomes.mayHaveForgotten(boot, beat)) {
        return refused(
          id,
          'OUTCOME_LOST',
          `the station keeps the outcomes of ${LIMITS.outcomesKept} commands, and has forgotten some of them`,
        );
      }
      return isOwn
        ? refused(id, 'NOT_KNOWN', 'this station has not carried out a command with this id')
        : refused(id, 'OTHER_JOURNAL', 'the service that the command was for has another journal');
    } catch (fault) {
      if (!(fault instanceof StoreFault)) throw fault;
      return refused(id, 'STATION_BUSY', 'the station cannot read its disk');
    }
  }

  #known(id: string): Promise<CommandReply> | CommandReply | undefined {
    const running = this.#running.get(id);
    if (running !== undefined) return running;
    const known = this.#deps.recorder.journal?.outcomes.get(id);
    if (known === undefined) return undefined;
    if (known.reply !== undefined) return JSON.parse(known.reply) as CommandReply;
    return refused(id, 'OUTCOME_LOST', 'the station ended while it carried this command out: look at its state');
  }

  #decide(command: HubCommand): Promise<CommandReply> | CommandReply {
    const { access } = this.#deps;
    const { id, op, params = {}, scopes } = command;
    const operation = offeredOperation(op);
    if (operation === undefined) return refused(id, 'OPERATION_NOT_OFFERED', `${op} cannot be used through a hub`);
    const path = operation.path(params);
    if (path === undefined) return refused(id, 'MALFORMED_COMMAND', `params do not fill the path of ${op}`);
    const granted = scopesWithin(access).filter((scope) => scopes.includes(scope));
    const missing = operation.scopes.filter((scope) => !granted.includes(scope));
    if (missing.length > 0) {
      return refused(
        id,
        'SCOPE_NOT_GRANTED',
        `${op} needs ${missing.join(', ')}; hub.access of this station is ${access}`,
      );
    }
    const { journal } = this.#deps.recorder;
    if (journal === undefined || this.#running.size >= RUNNING_MAX) {
      return refused(id, 'STATION_BUSY', 'the station cannot take the command now');
    }
    // Last, so that nothing happens between this check and the decision.
    const refusal = this.#judge(command);
    if (refusal !== undefined) return refusal;
    journal.outcomes.decide(id, command);
    const running = this.#settled(command, { method: operation.method, path, scopes: granted }, journal);
    this.#running.set(id, running);
    return running.finally(() => this.#running.delete(id));
  }

  #judge(command: HubCommand) {
    return judgeOrder(command, { ...this.#deps, nowMs: this.#deps.monotonicMs() });
  }

  /** Reply to a command that was decided on; stored for repeated deliveries. */
  async #settled(command: HubCommand, request: DecidedRequest, journal: CommandJournal): Promise<CommandReply> {
    const refusal = await this.#refusedWhenNoted(command, journal);
    const { body, person, trace } = command;
    const headers = trace === undefined ? {} : { traceparent: trace };
    const reply = refusal ?? (await this.#answer(command.id, { ...request, person, body, headers }));
    try {
      journal.outcomes.settle(command.id, JSON.stringify(reply));
    } catch (fault) {
      if (!(fault instanceof StoreFault)) throw fault;
      // Its id is known: a repeated request gets `lost`, and the command never runs again.
    }
    if (refusal === undefined) this.#record(command, reply);
    return reply;
  }

  /**
   * Waits until the decision is on the disk, so that the command cannot run a second time after a power cut. On a slow
   * disk it may become too old.
   */
  async #refusedWhenNoted(command: HubCommand, journal: CommandJournal): Promise<CommandReply | undefined> {
    try {
      await journal.sync();
      return this.#judge(command);
    } catch (fault) {
      if (!(fault instanceof StoreFault)) throw fault;
      // Final: its id is known, so no further copy of it is executed.
      return refused(command.id, 'NOT_KNOWN', 'not carried out: the station could not note the command on its disk');
    }
  }

  #record({ id, op, person, via }: HubCommand, reply: CommandReply): void {
    const isDone = 'status' in reply && reply.status < 400;
    const isRefused = 'status' in reply && reply.status < 500;
    const code = 'status' in reply ? errorCode(reply.body) : undefined;
    this.#deps.recorder.record('command', {
      id,
      op,
      person,
      via,
      outcome: isDone ? 'Done' : isRefused ? 'Refused' : 'Failed',
      ...('status' in reply && { status: reply.status }),
      ...(code !== undefined && { code }),
    });
  }

  async #answer(id: string, request: Omit<Parameters<StationApi['request']>[0], 'signal'>): Promise<CommandReply> {
    try {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      const { body, headers, status } = await this.#deps.api.request({ ...request, signal });
      const json = await readJson(body);
      return { v: 1, id, status, ...(json !== undefined && { body: json }), ...passedOn(headers) };
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      return refused(id, 'OUTCOME_LOST', `the station's API did not answer (${reason}): check its state`);
    }
  }
}

const refusedUnread = (error: 'BAD_SIGNATURE' | 'MALFORMED_COMMAND', message: string): CommandReply => ({
  v: 1,
  error,
  message: message.slice(0, 500),
});

function passedOn(headers: Readonly<Record<string, string>>) {
  const passed = REPLY_HEADERS.flatMap((name) => {
    const text = headers[name];
    return text === undefined || text.length > 200 ? [] : [[name, text] as const];
  });
  return passed.length === 0 ? {} : { headers: Object.fromEntries(passed) };
}

async function readJson(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new Error(`an answer has over ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}

function errorCode(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return typeof code === 'string' ? code.slice(0, 100) : undefined;
}
