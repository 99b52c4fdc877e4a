import { DEG_PER_RAD, RAD_PER_DEG, wrap360 } from '@kitestring/base/angles.ts';

/** A place at which the camera is to look. */
export interface RegionOfInterest {
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Above mean sea level. */
  readonly elevationM: number;
}

const DEGREE_M = 111_320;
/** Below the Kite its direction would be one of chance. */
const NEAREST_M = 0.5;

/** Azimuth, and pitch above the horizon, under which a place is seen; undefined for one that is right below. */
export function directionTo(
  place: RegionOfInterest,
  from: RegionOfInterest,
): { readonly azimuthDeg: number | undefined; readonly pitchDeg: number } {
  const northM = (place.latDeg - from.latDeg) * DEGREE_M;
  const eastM = (place.lonDeg - from.lonDeg) * DEGREE_M * Math.cos(from.latDeg * RAD_PER_DEG);
  const distanceM = Math.hypot(northM, eastM);
  return {
    azimuthDeg: distanceM < NEAREST_M ? undefined : wrap360(Math.atan2(eastM, northM) * DEG_PER_RAD),
    pitchDeg: Math.atan2(place.elevationM - from.elevationM, distanceM) * DEG_PER_RAD,
  };
}
