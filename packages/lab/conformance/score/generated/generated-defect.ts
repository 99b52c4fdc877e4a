import { createHash } from 'node:crypto';
import type { Level } from '../../src/check.ts';
import type { DefectChange } from '../defect.ts';

/** Knowledge of the station, for creating a change. */
export interface StationPace {
  /** Times real time. */
  readonly speed: number;
}

/** A generated defect: an operator applied to a part of the contract. */
export interface GeneratedDefect {
  /** Operator and target, `field-null:flight.state.altitude`; stable, because the split follows from it. */
  readonly id: string;
  /** Level at which its effect is visible. */
  readonly level: Level;
  /** Needs video streams or recordings. */
  readonly hasVideo: boolean;
  /** Whether a request is related, `GET flight/state`; for an upgrade `WS flight/state`. */
  readonly touches: (key: string) => boolean;
  /** Settings of a station that has the defect by itself. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly make: (pace: StationPace) => DefectChange;
}

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/** Percentage of defects that are only counted. */
const COUNTED_PERCENT = 60;

/** Whether a defect is only counted, so that no check is written for it. */
export const isCounted = ({ id }: GeneratedDefect): boolean => hash(id) % 100 < COUNTED_PERCENT;

/** Limits operators that fit nearly everywhere: the easiest would decide the score. */
const PER_OPERATOR_MAX = 24;

/** At most this number of each operator, chosen by id. */
export const withoutSurplus = (defects: readonly GeneratedDefect[]): readonly GeneratedDefect[] =>
  [...Map.groupBy(defects, ({ id }) => id.split(':')[0]).values()].flatMap((ofOne) => sampled(ofOne, PER_OPERATOR_MAX));

/** A sample of this size, chosen by id, in order. */
export function sampled(defects: readonly GeneratedDefect[], most: number): readonly GeneratedDefect[] {
  const byHash = defects.toSorted((a, b) => hash(`sample ${a.id}`) - hash(`sample ${b.id}`));
  const chosen = new Set(byHash.slice(0, most));
  return defects.filter((defect) => chosen.has(defect));
}
