import { Fault } from '@kitestring/base/fault.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { Expectations } from './expectations.ts';
import type { StationUnderTest } from './station/station-under-test.ts';

/** Level of a check: `read` changes nothing, `control` moves camera, lids and recorder, `flight` flies. */
export const LEVELS = ['read', 'control', 'flight'] as const;
export type Level = (typeof LEVELS)[number];

export const isWithin = (level: Level, allowed: Level): boolean => LEVELS.indexOf(level) <= LEVELS.indexOf(allowed);

/**
 * Where a sentence stands: `published` in the document of the API, which every station must keep; `decided` where that
 * document leaves something open and Kitestring's compatibility page says how it is meant.
 */
export type Basis = 'published' | 'decided';

interface Source {
  readonly basis: Basis;
  /** Operation and status, or heading of the page. */
  readonly place: string;
}

export const published = (place: string): Source => ({ basis: 'published', place });
export const decided = (place: string): Source => ({ basis: 'decided', place });

/** Source of a response of an operation; `decided` if the operation is not in the published document. */
export const sourceOf = ({ id, method, path }: Operation, status: number): Source =>
  id === 'versions' ? decided('Requests and errors') : published(`${method} ${path}, ${status}`);

/**
 * Checks of a lane run in sequence, lanes in parallel: `tokens` waits for the limit of token requests, `waits` for
 * behaviour after many seconds, and everything else is `main`.
 */
export const LANES = ['main', 'tokens', 'waits'] as const;
type Lane = (typeof LANES)[number];

/** One sentence of the contract as a check of a station. */
export interface ContractCheck {
  /** Stable; dots between parts, as in operations: `flight.state.missing-token-is-401`. */
  readonly id: string;
  /** The sentence that it proves. */
  readonly sentence: string;
  readonly source: Source;
  readonly level: Level;
  /** `main` when absent. */
  readonly lane?: Lane;
  /** Takes many seconds, so it runs on request only. */
  readonly isLong?: boolean;
  /** @throws NotApplicableFault if the station has nothing to check it with */
  run(expect: Expectations, station: StationUnderTest): Promise<void>;
}

/** Creates checks of one level. @param group first part of their ids; absent: ids are complete */
export const checksAt =
  (level: Level, group?: string) =>
  (id: string, sentence: string, source: Source, run: ContractCheck['run']): ContractCheck =>
    checks(group)(id, level, sentence, source, run);

/** As `checksAt`, with a level for each check. */
export const checks =
  (group?: string) =>
  (id: string, level: Level, sentence: string, source: Source, run: ContractCheck['run']): ContractCheck => ({
    id: group === undefined ? id : `${group}.${id}`,
    sentence,
    source,
    level,
    run,
  });

/** The check does not apply to this station; the reason is reported. Not a failure. */
export class NotApplicableFault extends Fault {}

/** Prevents a run, with a remedy in the message. */
export function needed<T>(value: T | undefined, reason: string): T {
  if (value === undefined) throw new NotApplicableFault(reason);
  return value;
}
