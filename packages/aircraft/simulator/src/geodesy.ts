import { DEG_PER_RAD, RAD_PER_DEG } from './angle.ts';

/** WGS 84: semi-major axis, metres, and first eccentricity squared (NIMA TR8350.2). */
const SEMI_MAJOR_M = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING);
const SEMI_MINOR_M = SEMI_MAJOR_M * (1 - FLATTENING);

/** A position on or above the ellipsoid. */
export interface GeodeticPosition {
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Height above the ellipsoid, metres; differs from the height above the sea by the geoid. */
  readonly heightM: number;
}

/** Earth-centred, Earth-fixed coordinates, metres. */
type Ecef = readonly [x: number, y: number, z: number];

/** Radius of curvature across the meridian, metres. */
const primeVerticalM = (sinLat: number): number => SEMI_MAJOR_M / Math.sqrt(1 - E2 * sinLat * sinLat);

export function toEcef(position: GeodeticPosition): Ecef {
  const lat = position.latDeg * RAD_PER_DEG;
  const lon = position.lonDeg * RAD_PER_DEG;
  const normal = primeVerticalM(Math.sin(lat));
  const across = (normal + position.heightM) * Math.cos(lat);
  return [across * Math.cos(lon), across * Math.sin(lon), (normal * (1 - E2) + position.heightM) * Math.sin(lat)];
}

/** Bowring's formula: exact to micrometres near the ground. */
export function fromEcef([x, y, z]: Ecef): GeodeticPosition {
  const across = Math.hypot(x, y);
  const reduced = Math.atan2(z * SEMI_MAJOR_M, across * SEMI_MINOR_M);
  const secondE2 = E2 / (1 - E2);
  const lat = Math.atan2(
    z + secondE2 * SEMI_MINOR_M * Math.sin(reduced) ** 3,
    across - E2 * SEMI_MAJOR_M * Math.cos(reduced) ** 3,
  );
  const sinLat = Math.sin(lat);
  const normal = primeVerticalM(sinLat);
  // This form of the height is valid at the poles, where across / cos(lat) is not.
  const heightM = across * Math.cos(lat) + z * sinLat - normal * (1 - E2 * sinLat * sinLat);
  return { latDeg: lat * DEG_PER_RAD, lonDeg: Math.atan2(y, x) * DEG_PER_RAD, heightM };
}

/** Local frame (east, north, up; metres) at one position, and its conversion to latitude and longitude. */
export class LocalFrame {
  readonly #origin: Ecef;
  readonly #sinLat: number;
  readonly #cosLat: number;
  readonly #sinLon: number;
  readonly #cosLon: number;

  constructor(origin: GeodeticPosition) {
    this.#origin = toEcef(origin);
    this.#sinLat = Math.sin(origin.latDeg * RAD_PER_DEG);
    this.#cosLat = Math.cos(origin.latDeg * RAD_PER_DEG);
    this.#sinLon = Math.sin(origin.lonDeg * RAD_PER_DEG);
    this.#cosLon = Math.cos(origin.lonDeg * RAD_PER_DEG);
  }

  toGeodetic(eastM: number, northM: number, upM: number): GeodeticPosition {
    const outM = upM * this.#cosLat - northM * this.#sinLat;
    return fromEcef([
      this.#origin[0] + outM * this.#cosLon - eastM * this.#sinLon,
      this.#origin[1] + outM * this.#sinLon + eastM * this.#cosLon,
      this.#origin[2] + northM * this.#cosLat + upM * this.#sinLat,
    ]);
  }
}

/** Metres per degree of latitude and of longitude on the ellipsoid. */
export function metresPerDegree(latDeg: number): { readonly latM: number; readonly lonM: number } {
  const sinLat = Math.sin(latDeg * RAD_PER_DEG);
  const normal = primeVerticalM(sinLat);
  const meridian = (normal * (1 - E2)) / (1 - E2 * sinLat * sinLat);
  return { latM: meridian * RAD_PER_DEG, lonM: normal * Math.cos(latDeg * RAD_PER_DEG) * RAD_PER_DEG };
}
