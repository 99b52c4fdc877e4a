/** A place on the ground plane of the Ground Station, metres. */
export interface GroundPlace {
  readonly eastM: number;
  readonly northM: number;
}

export interface LatLon {
  readonly latDeg: number;
  readonly lonDeg: number;
}

/** WGS 84: equatorial radius, metres, and first eccentricity squared. */
const A_M = 6_378_137;
const E2 = 0.006_694_379_990_14;

export const RAD = Math.PI / 180;

/** The angle in [0, 360). */
export const turn360 = (degrees: number): number => ((degrees % 360) + 360) % 360;

/**
 * Where `place` is as seen from `origin`, by the radii of curvature of the ellipsoid there: right to a millimetre over the
 * length of a tether.
 */
export function offsetOf(origin: LatLon, place: LatLon): GroundPlace {
  const sin = Math.sin(origin.latDeg * RAD);
  const root = 1 - E2 * sin * sin;
  const meridianM = (A_M * (1 - E2)) / root ** 1.5;
  const normalM = A_M / Math.sqrt(root);
  // Across the date line the difference is the short way round.
  const lonDeg = turn360(place.lonDeg - origin.lonDeg + 180) - 180;
  return {
    eastM: lonDeg * RAD * normalM * Math.cos(origin.latDeg * RAD),
    northM: (place.latDeg - origin.latDeg) * RAD * meridianM,
  };
}

export const distanceM = ({ eastM, northM }: GroundPlace): number => Math.hypot(eastM, northM);

/** Direction to a place, clockwise from North, [0, 360). */
export const bearingDeg = ({ eastM, northM }: GroundPlace): number => turn360(Math.atan2(eastM, northM) / RAD);

/** The place at a distance in a direction. */
export const placeAt = (bearing: number, atM: number): GroundPlace => ({
  eastM: Math.sin(bearing * RAD) * atM,
  northM: Math.cos(bearing * RAD) * atM,
});
