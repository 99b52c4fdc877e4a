import { randomUUID } from 'node:crypto';
import type { FleetCommand } from '@kitestring/hub-contract/fleet/station-commands.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { commandId } from '../../src/commands/command-id.ts';
import type { ChaosFleet } from './chaos-fleet.ts';
import type { HubProcess } from './hub-process.ts';
import { readEventStream } from './read-event-stream.ts';

/** For the clock of the day beside that of the station, which never goes back. */
const SLACK_MS = 50;
/** Outcomes that are asked for at the same time. */
const ASKED_AT_ONCE = 8;
/** A hub that cannot answer now, because of its database or the limit of a key, tells no event of it. */
const ASK_AGAIN_MS = 200;
/** Messages about a station this long before and after a command belong to its story: a clone is remembered for a minute. */
const STORY_MS = 120_000;

/** A command as its client has seen it. */
interface Given {
  readonly id: string;
  readonly sid: string;
  /** Names the command in the ledger of the station: no two have the same. */
  readonly altitude: number;
  /** Undefined when the hub did not answer. */
  readonly status: number | undefined;
  /** When it was given. */
  readonly atMs: number;
  readonly code: string | undefined;
}

/** The judgement over all commands. Every list must be empty. */
interface CommandReport {
  readonly given: number;
  readonly carriedOut: number;
  /** Told at once, or by the id later. */
  readonly refused: number;
  /** Answered as unknown, or not at all by a hub that was killed, and resolved later. */
  readonly resolved: number;
  /** Number of those for which the station was killed during the execution, and reports it. */
  readonly lost: number;
  /** Orders that the hub has noted, and so may have sent. */
  readonly ordered: number;
  /** Immediate answers of the hub, with their number. */
  readonly told: Readonly<Record<string, number>>;
  /** The longest time from the beat that a command names, as the hub has heard it, to the execution. */
  readonly oldestMs: number;
  readonly late: readonly string[];
  readonly twice: readonly string[];
  /** Told otherwise than it was. */
  readonly untrue: readonly string[];
  readonly open: readonly string[];
  /** Everything that hub, station and clone have said around each command of those lists, in order. */
  readonly stories: Readonly<Record<string, readonly string[]>>;
}

/** Gives commands to the stations of a fleet through its hub, and compares what was told with what was done. */
export class ChaosCommands {
  readonly #hub: HubProcess;
  readonly #fleet: ChaosFleet;
  readonly #keys = new Map<string, { readonly id: string; readonly secret: string }>();
  readonly #given: Given[] = [];
  #count = 0;

  constructor(hub: HubProcess, fleet: ChaosFleet) {
    this.#hub = hub;
    this.#fleet = fleet;
  }

  /** A key for each station: what the hub limits is a client. */
  async start(): Promise<void> {
    for (const { sid } of this.#fleet.stations) {
      const { body } = await this.#hub.ask('keys', { body: { name: `chaos ${sid}`, role: 'pilot' } });
      this.#keys.set(sid, { id: body.key.id, secret: body.secret });
    }
  }

  get count(): number {
    return this.#given.length;
  }

  /** Gives one command, and notes what the hub says. Never rejects. */
  async give(sid: string): Promise<void> {
    this.#count += 1;
    const [altitude, atMs] = [10 + this.#count / 1000, Date.now()];
    const caller = this.#keys.get(sid);
    const idempotencyKey = randomUUID();
    const id = commandId(caller?.id ?? '', idempotencyKey);
    try {
      const { body, status } = await this.#hub.ask(`stations/${sid}/api/v1/flight/control/altitude`, {
        body: { altitude },
        key: caller?.secret,
        headers: { 'Idempotency-Key': idempotencyKey },
      });
      this.#given.push({ id, sid, altitude, atMs, status, code: body?.code });
    } catch {
      this.#given.push({ id, sid, altitude, atMs, status: undefined, code: undefined });
    }
  }

  /** Whether the hub has said of a command that the station has it, and of one that it has not. */
  get hasSeenBoth(): boolean {
    return [202, 503].every((wanted) => this.#given.some(({ status }) => status === wanted));
  }

  /** Waits until no command is open any more, at most so long, and judges. */
  async judge(deadlineMs: number): Promise<CommandReport> {
    const done = new Map<number, number[]>();
    const endMs = performance.now() + deadlineMs;
    const finals = await this.#finals(endMs);
    for (const { altitude, atMs } of this.#fleet.ledger) done.set(altitude, [...(done.get(altitude) ?? []), atMs]);
    const late: string[] = [];
    const twice: string[] = [];
    const untrue: string[] = [];
    const open: string[] = [];
    const sum = { carriedOut: 0, refused: 0, resolved: 0, lost: 0, ordered: 0, oldestMs: 0 };
    const answers: Record<string, number> = {};
    for (const { altitude, code, id, status } of this.#given) {
      const times = done.get(altitude) ?? [];
      const answer = `${status ?? 'none'} ${code ?? ''}`.trim();
      answers[answer] = (answers[answer] ?? 0) + 1;
      const noted = finals.get(id);
      const final = noted?.state;
      if (noted !== undefined) sum.ordered += 1;
      const told = `${id}: ${answer}, then ${final ?? 'not noted'}, carried out ${times.length} times`;
      if (times.length > 1) twice.push(told);
      if (times.length > 0) sum.carriedOut += 1;
      const deadlineMs = Date.parse(noted?.deadline ?? '');
      for (const atMs of noted === undefined ? [] : times) {
        sum.oldestMs = Math.max(sum.oldestMs, atMs - deadlineMs + LIMITS.commandAgeMs);
        if (atMs > deadlineMs + SLACK_MS) late.push(`${told}, ${atMs - deadlineMs} ms after its deadline`);
      }
      if (final === 'open') open.push(told);
      if (final === 'lost') sum.lost += 1;
      if (status === undefined || code === 'OUTCOME_UNKNOWN') sum.resolved += 1;
      if (final === 'not_carried_out' || final === undefined) sum.refused += 1;
      // A station that was killed does not know whether its command has been carried out.
      const isDone = final === 'answered' ? true : final === 'lost' || final === 'open' ? undefined : false;
      if (isDone !== undefined && isDone !== times.length > 0) untrue.push(told);
      if (status === 202 && final !== 'answered') untrue.push(told);
      if (code === 'STATION_NOT_LIVE' && times.length > 0) untrue.push(told);
    }
    const lists = { late, twice, untrue, open };
    const wrong = new Set(Object.values(lists).flatMap((list) => list.map((told) => told.split(':', 1)[0])));
    const stories = this.#given.flatMap((given) => (wrong.has(given.id) ? [[given.id, this.#story(given)]] : []));
    return { given: this.#given.length, ...sum, told: answers, ...lists, stories: Object.fromEntries(stories) };
  }

  #story({ altitude, atMs, id, sid, ...told }: Given): readonly string[] {
    const isNear = (line: { atMs: number }) => Math.abs(line.atMs - atMs) < STORY_MS;
    const ofHub = this.#hub.log
      .map((line): Readonly<Record<string, unknown>> & { atMs: number } => ({
        ...line,
        atMs: Date.parse(String(line.time)),
      }))
      .filter(
        (line) => JSON.stringify(line).includes(id) || (line.msg === 'station' && line.sid === sid && isNear(line)),
      );
    const lines = [
      { by: 'client', atMs, ...told },
      ...ofHub,
      ...this.#fleet.log.filter((line) => line.sid === sid && isNear(line)),
      ...this.#fleet.ledger.filter((line) => line.altitude === altitude).map((line) => ({ by: 'ledger', ...line })),
    ];
    return lines.toSorted((a, b) => a.atMs - b.atMs).map((line) => JSON.stringify(line));
  }

  async #finals(endMs: number): Promise<ReadonlyMap<string, FleetCommand | undefined>> {
    const finals = new Map<string, FleetCommand | undefined>();
    const settled = new Map(this.#given.map(({ id }) => [id, Promise.withResolvers<void>()]));
    const stream = await readEventStream(this.#hub, {
      query: '?kind=command.settled',
      onEvent: ({ data }) => settled.get(String(data.id))?.resolve(),
    });
    const endAll = () => {
      for (const { resolve } of settled.values()) resolve();
    };
    const late = setTimeout(endAll, endMs - performance.now());
    const ids = settled.keys();
    const ask = async () => {
      for (const id of ids) finals.set(id, await this.#noted(id, settled.get(id)?.promise, endMs));
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
    clearTimeout(late);
    stream.close();
    return finals;
  }

  /** Undefined: the hub has not noted it, so it has not given it. */
  async #noted(id: string, settled: Promise<void> | undefined, endMs: number): Promise<FleetCommand | undefined> {
    for (;;) {
      const answer = await this.#hub.ask(`commands/${id}`).catch((fault: unknown) => ({ status: 0, body: fault }));
      const { body, status } = answer;
      if (status === 404) return undefined;
      if (status === 200 && (body.state !== 'open' || performance.now() >= endMs)) return body;
      if (status === 200) await settled;
      else if (performance.now() >= endMs) throw new Error(`${id}: ${status}`, { cause: body });
      else await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}

/** Whether nothing is wrong. */
export const isClean = ({ late, open, twice, untrue }: CommandReport): boolean =>
  late.length + open.length + twice.length + untrue.length === 0;
