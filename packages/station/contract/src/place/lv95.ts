import type { LatLon } from './geo.ts';

/** A position in the Swiss grid, LV95 (EPSG:2056), metres. */
interface Lv95 {
  readonly eastM: number;
  readonly northM: number;
}

/**
 * The position in the Swiss grid by swisstopo's approximate formulas, which are accurate to a metre in Switzerland and
 * undefined outside. Source: swisstopo, Approximate formulas for the transformation between Swiss projection
 * coordinates and WGS 84.
 */
export function lv95({ latDeg, lonDeg }: LatLon): Lv95 | undefined {
  if (latDeg < 45.7 || latDeg > 47.9 || lonDeg < 5.8 || lonDeg > 10.6) return undefined;
  // Arc seconds from Bern, in ten thousands.
  const lat = (latDeg * 3600 - 169_028.66) / 10_000;
  const lon = (lonDeg * 3600 - 26_782.5) / 10_000;
  return {
    eastM: 2_600_072.37 + 211_455.93 * lon - 10_938.51 * lon * lat - 0.36 * lon * lat ** 2 - 44.54 * lon ** 3,
    northM:
      1_200_147.07 +
      308_807.95 * lat +
      3745.25 * lon ** 2 +
      76.63 * lat ** 2 -
      194.56 * lon ** 2 * lat +
      119.79 * lat ** 3,
  };
}
