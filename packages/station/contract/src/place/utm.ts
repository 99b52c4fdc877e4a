import { RAD_PER_DEG, wrap180 } from '@kitestring/base/angles.ts';
import { A_M, E2, type LatLon } from './geo.ts';

/** A position in the grid of its UTM zone. */
export interface Utm {
  /** 1 to 60, with the exceptions of Norway and Svalbard. */
  readonly zone: number;
  /** Band of latitude, C to X without I and O; N and later are north of the equator. */
  readonly band: string;
  readonly eastingM: number;
  /** Includes the false northing of 10,000,000 m south of the equator. */
  readonly northingM: number;
}

/** UTM is defined from 80° S to 84° N; the polar grid (UPS) is not supported. */
const UTM_MIN_LAT_DEG = -80;
const UTM_MAX_LAT_DEG = 84;

/** Eight degrees each, the last one twelve. */
const BANDS = 'CDEFGHJKLMNPQRSTUVWXX';

const SCALE = 0.9996;
const FALSE_EASTING_M = 500_000;
const FALSE_NORTHING_M = 10_000_000;

/** The position in its zone; undefined beyond 80° S and 84° N. */
export function utmOf(at: LatLon): Utm | undefined {
  const { latDeg } = at;
  if (latDeg < UTM_MIN_LAT_DEG || latDeg > UTM_MAX_LAT_DEG) return undefined;
  const lonDeg = wrap180(at.lonDeg);
  const zone = utmZone(latDeg, lonDeg);
  const { eastM, northM } = transverseMercator(latDeg, wrap180(lonDeg - (zone * 6 - 183)));
  return {
    zone,
    band: BANDS.charAt(Math.floor((latDeg + 80) / 8)),
    eastingM: FALSE_EASTING_M + SCALE * eastM,
    northingM: SCALE * northM + (latDeg < 0 ? FALSE_NORTHING_M : 0),
  };
}

function utmZone(latDeg: number, lonDeg: number): number {
  // Zone 32 is widened for south-western Norway.
  if (latDeg >= 56 && latDeg < 64 && lonDeg >= 3 && lonDeg < 12) return 32;
  // Svalbard has four zones where there would be seven.
  if (latDeg >= 72 && lonDeg >= 0 && lonDeg < 42) {
    if (lonDeg < 9) return 31;
    if (lonDeg < 21) return 33;
    return lonDeg < 33 ? 35 : 37;
  }
  // 180° itself begins zone 1.
  return (Math.floor((lonDeg + 180) / 6) % 60) + 1;
}

/** Third flattening. */
const N = (1 - Math.sqrt(1 - E2)) / (1 + Math.sqrt(1 - E2));
/** Radius of the sphere that has the same meridian, metres. */
const RECTIFYING_M = (A_M / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
/**
 * Krüger's series to the fourth order: accurate to a tenth of a millimetre within a zone. Source: Karney, J. Geod. 85
 * (2011), (35).
 */
const ALPHA = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4,
  (49_561 / 161_280) * N ** 4,
] as const;

/** @param lonDeg from the central meridian */
function transverseMercator(latDeg: number, lonDeg: number): { readonly eastM: number; readonly northM: number } {
  const lon = lonDeg * RAD_PER_DEG;
  const tan = Math.tan(latDeg * RAD_PER_DEG);
  const eccentricity = Math.sqrt(E2);
  const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tan) / Math.hypot(1, tan)));
  const conformal = tan * Math.hypot(1, sigma) - sigma * Math.hypot(1, tan);
  const xi = Math.atan2(conformal, Math.cos(lon));
  const eta = Math.asinh(Math.sin(lon) / Math.hypot(conformal, Math.cos(lon)));
  let [east, north] = [eta, xi];
  for (const [index, alpha] of ALPHA.entries()) {
    const times = 2 * (index + 1);
    east += alpha * Math.cos(times * xi) * Math.sinh(times * eta);
    north += alpha * Math.sin(times * xi) * Math.cosh(times * eta);
  }
  return { eastM: RECTIFYING_M * east, northM: RECTIFYING_M * north };
}
