import { wrap180, wrap360 } from '@kitestring/base/angles.ts';
import type { AccessUnit } from '../access-unit.ts';
import { type LocalSetValues, localSet } from './local-set.ts';

/** Maximum age of a camera position. */
const FRESH_MS = 1000;
/** Between two positions that are further apart in time, and so far beyond the newest, nothing is assumed about the motion. */
const GOES_ON_US = 500_000;
/** Positions kept of each stream: pictures are a few frames older than the newest. */
const KEPT = 8;

/** Values that change with the motion of the camera, as angles or linearly; all others keep their last value. */
const CIRCLES = ['platformHeadingDeg', 'relativeAzimuthDeg', 'relativeRollDeg'] as const;
const LINES = [
  ...(['relativeElevationDeg', 'sensorLatDeg', 'sensorAltitudeM', 'slantRangeM', 'targetWidthM'] as const),
  ...(['frameCentreLatDeg', 'frameCentreElevationM'] as const),
] as const;
const LONGITUDES = ['sensorLonDeg', 'frameCentreLonDeg'] as const;

interface Told {
  readonly values: LocalSetValues;
  readonly atMs: number;
}

/** Metadata of the streams' cameras, as sets to send with their pictures: each for the moment at which its picture was taken. */
export class StreamMetadata {
  readonly #nowMs: () => number;
  readonly #told = new Map<string, readonly Told[]>();

  /** @param nowMs monotonic clock */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  update(streamId: string, values: LocalSetValues): void {
    const before = this.#told.get(streamId) ?? [];
    // The same measurement again, or the time of a station that was reset.
    const earlier = before.filter((told) => told.values.timeUs < values.timeUs);
    this.#told.set(streamId, [...earlier.slice(1 - KEPT), { values, atMs: this.#nowMs() }]);
  }

  /** Set for a picture; undefined while the camera's position is unknown. */
  setOf(streamId: string, unit: AccessUnit): Uint8Array | undefined {
    const values = this.valuesAt(streamId, unit);
    return values && localSet(values);
  }

  /** The same, not encoded. */
  valuesAt(streamId: string, { takenUs }: AccessUnit): LocalSetValues | undefined {
    const told = this.#told.get(streamId) ?? [];
    const newest = told.at(-1);
    if (newest === undefined || this.#nowMs() - newest.atMs > FRESH_MS) return undefined;
    return { ...newest.values, ...movedTo(takenUs, told), timeUs: takenUs };
  }
}

/** By the two positions around a moment, or beyond the newest by the last two. */
function movedTo(takenUs: number, told: readonly Told[]): Partial<LocalSetValues> {
  const found = told.findIndex(({ values }) => values.timeUs >= takenUs);
  const later = found < 0 ? told.length - 1 : Math.max(1, found);
  const [from, to] = [told[later - 1]?.values, told[later]?.values];
  if (from === undefined || to === undefined) return {};
  const apartUs = to.timeUs - from.timeUs;
  const share = (takenUs - from.timeUs) / apartUs;
  const isFar = apartUs > GOES_ON_US || takenUs - to.timeUs > GOES_ON_US || takenUs < from.timeUs;
  if (isFar) return {};
  const between = (name: keyof LocalSetValues, differenceOf: (difference: number) => number) => {
    const [begin, end] = [from[name], to[name]];
    if (typeof begin !== 'number' || typeof end !== 'number') return undefined;
    return begin + share * differenceOf(end - begin);
  };
  const plain = (difference: number) => difference;
  const moved = [
    ...LINES.map((name) => [name, between(name, plain)] as const),
    ...LONGITUDES.map((name) => [name, mapped(between(name, wrap180), wrap180)] as const),
    ...CIRCLES.map((name) => [name, mapped(between(name, wrap180), wrap360)] as const),
  ];
  return Object.fromEntries(moved.filter(([, value]) => value !== undefined));
}

const mapped = (value: number | undefined, by: (value: number) => number): number | undefined =>
  value === undefined ? undefined : by(value);
