import { createHash } from 'node:crypto';
import type { Level } from '../../src/check.ts';
import type { DefectChange } from '../defect.ts';

/** What the maker of a change knows of the station. */
export interface StationPace {
  /** Times real time. */
  readonly speed: number;
}

/** A mistake that no one has thought of: an operator applied to a part of the contract. */
export interface GeneratedDefect {
  /** Operator and target, `field-null:flight.state.altitude`; stable, because the split follows from it. */
  readonly id: string;
  /** At which its effect can be seen. */
  readonly level: Level;
  /** Needs video streams or recordings. */
  readonly hasVideo: boolean;
  /** Whether a request concerns it, `GET flight/state`; of an upgrade `WS flight/state`. */
  readonly touches: (key: string) => boolean;
  /** Settings of a station that is so by itself. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly make: (pace: StationPace) => DefectChange;
}

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/** Of each hundred defects so many are only counted. */
const COUNTED_PERCENT = 60;

/** Whether a defect belongs to the set of which only the number is told, so that no check is written for it. */
export const isCounted = ({ id }: GeneratedDefect): boolean => hashOf(id) % 100 < COUNTED_PERCENT;

/** Of an operator that fits nearly everywhere only some: else the easiest would decide the score. */
const PER_OPERATOR_MAX = 24;

/** At most so many of each operator, chosen by their ids. */
export const withoutSurplus = (defects: readonly GeneratedDefect[]): readonly GeneratedDefect[] =>
  [...Map.groupBy(defects, ({ id }) => id.split(':')[0]).values()].flatMap((ofOne) => sampled(ofOne, PER_OPERATOR_MAX));

/** So many of them, chosen by their ids, in their order. */
export function sampled(defects: readonly GeneratedDefect[], most: number): readonly GeneratedDefect[] {
  const byHash = defects.toSorted((a, b) => hashOf(`sample ${a.id}`) - hashOf(`sample ${b.id}`));
  const chosen = new Set(byHash.slice(0, most));
  return defects.filter((defect) => chosen.has(defect));
}
