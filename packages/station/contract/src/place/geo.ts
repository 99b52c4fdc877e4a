import { RAD_PER_DEG, wrap180, wrap360 } from '@kitestring/base/angles.ts';

/** A position on the ground plane of the Ground Station, metres. */
export interface GroundPlace {
  readonly eastM: number;
  readonly northM: number;
}

export interface LatLon {
  readonly latDeg: number;
  readonly lonDeg: number;
}

/** WGS 84: equatorial radius, metres, and first eccentricity squared. */
export const A_M = 6_378_137;
export const E2 = 0.006_694_379_990_14;

/**
 * East and north of `place` from `origin`, by the radii of curvature of the ellipsoid there: accurate to a millimetre
 * over the length of a tether.
 */
export function offsetOf(origin: LatLon, place: LatLon): GroundPlace {
  const { meridianM, parallelM } = radiiAt(origin.latDeg);
  // Across the date line the difference is the short way round.
  const lonDeg = wrap180(place.lonDeg - origin.lonDeg);
  return {
    eastM: lonDeg * RAD_PER_DEG * parallelM,
    northM: (place.latDeg - origin.latDeg) * RAD_PER_DEG * meridianM,
  };
}

function radiiAt(latDeg: number): { readonly meridianM: number; readonly parallelM: number } {
  const root = 1 - E2 * Math.sin(latDeg * RAD_PER_DEG) ** 2;
  const normalM = A_M / Math.sqrt(root);
  return { meridianM: (normalM * (1 - E2)) / root, parallelM: normalM * Math.cos(latDeg * RAD_PER_DEG) };
}

export const distanceM = ({ eastM, northM }: GroundPlace): number => Math.hypot(eastM, northM);

/** Bearing of a position, clockwise from North, [0, 360). */
export const bearingDeg = ({ eastM, northM }: GroundPlace): number => wrap360(Math.atan2(eastM, northM) / RAD_PER_DEG);

/** The position at a distance and bearing. */
export const placeAt = (bearing: number, atM: number): GroundPlace => ({
  eastM: Math.sin(bearing * RAD_PER_DEG) * atM,
  northM: Math.cos(bearing * RAD_PER_DEG) * atM,
});

/** The position at this offset from `origin`; the inverse of `offsetOf`. */
export function placeFrom(origin: LatLon, { eastM, northM }: GroundPlace): LatLon {
  const { meridianM, parallelM } = radiiAt(origin.latDeg);
  return {
    latDeg: origin.latDeg + northM / meridianM / RAD_PER_DEG,
    lonDeg: wrap180(origin.lonDeg + eastM / parallelM / RAD_PER_DEG),
  };
}
