import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { Trends } from '@kitestring/station-contract/station/flight-figures.ts';

/** Finer than a pixel of a plot of 8 hours. */
const HOURS = { periodS: 10, keptS: 8 * 3600 };
/** For a plot of ten minutes, and for the loss of charge. */
export const MINUTES = { periodS: 1, keptS: 600 };
/** How far back trends go, microseconds. */
export const TRENDS_US = HOURS.keptS * US_PER_S;

/** Series by their names on the wire; of some the highest value of a period counts, of the others the last one. */
const SERIES = {
  altitude: 'last',
  altitude_target: 'last',
  wind_max: 'highest',
  tension_max: 'highest',
  kite_battery: 'last',
  gs_battery: 'last',
} as const;
type SeriesName = keyof typeof SERIES;
const NAMES = Object.keys(SERIES) as readonly SeriesName[];

export type TrendSample = Readonly<Partial<Record<SeriesName, number | undefined>>>;

/** Readings of the last hours or minutes, one of each period: a ring of fixed size. */
export class TrendRecord {
  readonly #periodS: number;
  readonly #kept: number;
  readonly #columns: ReadonlyMap<SeriesName, Float32Array>;
  /** Number of the period that is being filled, since 1970; undefined before the first sample. */
  #period: number | undefined;
  /** The first one that was measured here, and not restored. */
  #measuredFrom: number | undefined;
  /** Before this one nothing is known. */
  #firstPeriod = 0;

  constructor({ keptS, periodS } = HOURS) {
    this.#periodS = periodS;
    this.#kept = keptS / periodS;
    this.#columns = new Map(NAMES.map((name) => [name, new Float32Array(this.#kept).fill(Number.NaN)]));
  }

  [STATE](archive: StateArchive): void {
    [this.#period, this.#measuredFrom] = archive.all(this.#period, this.#measuredFrom);
    this.#firstPeriod = archive.of(this.#firstPeriod);
    archive.in(...this.#columns.values());
  }

  add(nowUs: number, sample: TrendSample): void {
    const period = this.#periodAt(nowUs);
    this.#goTo(period);
    this.#measuredFrom ??= period;
    this.#fill(period, sample);
  }

  /** A sample from before the first one that was measured here: what was measured here stays. */
  restore(timeUs: number, sample: TrendSample): void {
    const period = this.#periodAt(timeUs);
    if (this.#period === undefined) this.#goTo(period);
    const newest = this.#period ?? period;
    if (period <= newest - this.#kept || period >= (this.#measuredFrom ?? Number.POSITIVE_INFINITY)) return;
    if (period > newest) this.#goTo(period);
    this.#firstPeriod = Math.min(this.#firstPeriod, period);
    this.#fill(period, sample);
  }

  /** Values of a series in each of the last periods, oldest first; null where unknown. */
  last(name: SeriesName, nowUs: number, seconds: number): readonly (number | null)[] {
    const last = this.#periodAt(nowUs);
    const count = Math.min(this.#kept, seconds / this.#periodS);
    return Array.from({ length: count }, (_, index) => this.#at(name, last - count + 1 + index));
  }

  #periodAt(timeUs: number): number {
    return Math.floor(timeUs / (this.#periodS * US_PER_S));
  }

  #fill(period: number, sample: TrendSample): void {
    for (const [name, column] of this.#columns) {
      const value = sample[name];
      if (value === undefined) continue;
      const before = column[period % this.#kept] as number;
      const isHigher = Number.isNaN(before) || value > before;
      if (SERIES[name] === 'last' || isHigher) column[period % this.#kept] = value;
    }
  }

  /** Whole periods and the one that is being filled. */
  shown(nowUs: number, minutes: number): Trends {
    const last = this.#periodAt(nowUs);
    const wanted = Math.min(this.#kept, (minutes * 60) / this.#periodS);
    const first = Math.max(last - wanted + 1, this.#period === undefined ? last + 1 : this.#firstPeriod);
    const periods = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    const of = (name: SeriesName) => periods.map((period) => this.#at(name, period));
    return {
      end_time: formatTimestamp((last + 1) * this.#periodS * US_PER_S),
      period_s: this.#periodS,
      altitude: of('altitude'),
      altitude_target: of('altitude_target'),
      wind_max: of('wind_max'),
      tension_max: of('tension_max'),
      kite_battery: of('kite_battery'),
      gs_battery: of('gs_battery'),
    };
  }

  #at(name: SeriesName, period: number): number | null {
    const newest = this.#period ?? Number.NEGATIVE_INFINITY;
    const value = this.#columns.get(name)?.[period % this.#kept] ?? Number.NaN;
    return period > newest || period <= newest - this.#kept || Number.isNaN(value) ? null : roundTo(value, 2);
  }

  /** Periods without a sample stay unknown. */
  #goTo(period: number): void {
    if (period === this.#period) return;
    this.#firstPeriod = this.#period === undefined ? period : this.#firstPeriod;
    const from = Math.max((this.#period ?? period - 1) + 1, period - this.#kept + 1);
    for (const column of this.#columns.values()) {
      for (let each = from; each <= period; each += 1) column[each % this.#kept] = Number.NaN;
    }
    this.#period = period;
  }
}
