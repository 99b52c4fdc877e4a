import type { ScenePoint } from '../camera/camera-view.ts';

/** Weather, time, and shape of the tether. */
export interface SceneConditions {
  /** Time of the frame: determines moving objects and the sun. */
  readonly unixMs: number;
  /** Position of the Ground Station, for the sun. */
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Wind, in the direction it blows to. */
  readonly windEastMps: number;
  readonly windNorthMps: number;
  /** Visibility: distance at which 2 % of a contrast remain, metres. */
  readonly visibilityM: number;
  /** Rain, mm/h; absent: none. It reduces contrast on top of the visibility. */
  readonly rainMmph?: number;
  /** 0 is a clear sky, 1 an overcast one. */
  readonly cloudCover: number;
  readonly airTemperatureC: number;
  /** From the Ground Station to the Kite. Undefined: a straight line; empty: no tether. */
  readonly tether?: readonly ScenePoint[];
}

/** A bright afternoon in June in Zurich, with a light wind from the west. */
export const CLEAR_DAY: SceneConditions = {
  unixMs: Date.UTC(2026, 5, 12, 13, 30),
  latitudeDeg: 47.37,
  longitudeDeg: 8.54,
  windEastMps: 3,
  windNorthMps: 1,
  visibilityM: 14_000,
  cloudCover: 0.25,
  airTemperatureC: 19,
};

/** All of it that is one number and always there. */
export const CONDITION_NUMBERS = [
  'unixMs',
  'latitudeDeg',
  'longitudeDeg',
  'windEastMps',
  'windNorthMps',
  'visibilityM',
  'cloudCover',
  'airTemperatureC',
] as const;

/** A cloudburst. */
const MOST_RAIN_MMPH = 300;

/** Lower bound: below it even the ground would be invisible. */
const LEAST_VISIBILITY_M = 20;

/** @throws RangeError naming the field that is not finite or out of its range */
export function assertConditions(conditions: SceneConditions): void {
  for (const field of CONDITION_NUMBERS) {
    const value = conditions[field];
    if (!Number.isFinite(value)) throw new RangeError(`${field} of the scene must be finite, got ${value}`);
  }
  const { cloudCover, rainMmph = 0, visibilityM } = conditions;
  if (!(rainMmph >= 0 && rainMmph <= MOST_RAIN_MMPH)) {
    throw new RangeError(
      `rainMmph of the scene must be from 0 to ${MOST_RAIN_MMPH} (WMO: violent rain is above 50), got ${rainMmph}`,
    );
  }
  if (cloudCover < 0 || cloudCover > 1)
    throw new RangeError(`cloudCover of the scene must be from 0 to 1, got ${cloudCover}`);
  if (visibilityM < LEAST_VISIBILITY_M) {
    throw new RangeError(`visibilityM of the scene must be at least ${LEAST_VISIBILITY_M}, got ${visibilityM}`);
  }
}
