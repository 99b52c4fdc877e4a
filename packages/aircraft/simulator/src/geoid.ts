import type { GeodeticPosition } from './geodesy.ts';

/** Spacing of the rows and columns of the table, degrees. */
const SPACING_DEG = 10;
const COLUMNS = 360 / SPACING_DEG;

/**
 * Geoid undulation above the ellipsoid of WGS 84, whole metres: rows from 90 degrees north to 90 south, columns
 * eastwards from 180 degrees west. Source: EGM96 (NASA/TP-1998-206861, public domain), its 15-minute grid at every
 * tenth degree.
 */
const UNDULATION_M = [
  [
    14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14,
    14, 14, 14, 14, 14, 14, 14,
  ],
  [
    4, 3, 1, 0, -2, -3, -1, 4, 3, 11, 15, 7, 18, 28, 34, 36, 32, 32, 34, 35, 30, 24, 18, 13, 9, 4, 2, 2, 2, 0, -1, -1,
    0, 3, 1, 2,
  ],
  [
    3, 1, -1, -1, -3, -8, -15, -25, -28, -26, -18, 3, 23, 30, 46, 57, 60, 56, 49, 42, 30, 20, 11, 3, -3, -9, -13, -13,
    -15, -9, -9, -6, -1, 2, 3, 4,
  ],
  [
    0, 9, 15, 13, 10, 0, -16, -31, -42, -47, -42, -23, 5, 29, 49, 64, 61, 55, 48, 40, 19, 16, 11, 6, -4, -21, -31, -34,
    -34, -28, -17, 1, 12, 16, 14, 9,
  ],
  [
    -6, 5, 7, 0, -12, -18, -16, -17, -24, -35, -40, -26, -13, 24, 45, 62, 62, 58, 45, 48, 40, 27, 11, -12, -19, -33,
    -45, -42, -42, -30, -5, 15, 22, 20, 6, 3,
  ],
  [
    -13, -11, -13, -21, -31, -37, -23, -18, -25, -33, -34, -35, -27, 1, 32, 59, 52, 49, 51, 46, 34, 39, 29, -16, -28,
    -41, -56, -67, -55, -29, 3, 23, 38, 17, -2, -11,
  ],
  [
    -7, -5, -9, -16, -28, -40, -42, -30, -23, -27, -32, -52, -41, -18, 16, 30, 34, 43, 35, 28, 26, 16, 10, -18, -15,
    -39, -35, -34, -32, -24, 7, 30, 42, 19, 3, -7,
  ],
  [
    4, 9, 8, -7, -23, -39, -48, -34, -7, -11, -19, -47, -47, -33, -10, 17, 25, 30, 31, 27, 14, 10, 2, -31, -43, -61,
    -68, -60, -37, -13, 21, 38, 49, 41, 22, 9,
  ],
  [
    13, 12, 10, 1, -11, -29, -39, -29, -12, 1, 1, -11, -42, -43, -16, 3, 17, 33, 23, 22, 2, -5, -10, -32, -58, -91, -96,
    -63, -25, 11, 52, 59, 61, 45, 35, 25,
  ],
  [
    21, 15, 16, 13, 1, -13, -23, -20, -14, -4, 14, 14, -13, -26, -19, 2, 13, 19, 17, 9, -17, -10, -27, -49, -63, -89,
    -103, -63, -7, 34, 58, 77, 72, 63, 49, 32,
  ],
  [
    35, 21, 11, 5, -3, -9, -11, -8, -12, -9, -1, 27, 3, -19, -12, -10, 4, 13, 11, 13, 6, -13, -27, -32, -38, -61, -76,
    -65, -27, -2, 36, 52, 69, 78, 63, 51,
  ],
  [
    50, 26, 9, -1, -9, -11, -6, -2, -4, -1, 8, 34, 20, -8, -7, -6, -1, 12, 16, 23, 22, 7, -10, -11, -10, -21, -40, -48,
    -46, -26, 4, 24, 46, 57, 57, 64,
  ],
  [
    48, 23, 6, -1, -9, -13, -10, -8, -4, 1, 8, 37, 18, 3, -9, 3, 10, 15, 21, 26, 34, 30, 14, 14, 15, 6, -9, -25, -38,
    -40, -23, -14, 13, 32, 33, 44,
  ],
  [
    21, 6, 1, -7, -12, -13, -13, -10, -7, -1, 7, 23, 14, -3, -7, 6, 21, 23, 17, 25, 29, 33, 38, 40, 29, 23, 13, -2, -21,
    -33, -34, -27, -15, -2, 5, 19,
  ],
  [
    -17, -19, -18, -16, -17, -16, -10, -11, -9, -3, 5, 11, 12, 2, 3, 11, 20, 27, 25, 25, 33, 38, 45, 45, 38, 40, 27, 13,
    -2, -15, -23, -22, -19, -17, -14, -10,
  ],
  [
    -46, -43, -37, -32, -30, -27, -24, -23, -17, -11, -4, 9, 20, 20, 22, 24, 21, 17, 15, 20, 25, 29, 34, 33, 33, 29, 25,
    9, -3, -14, -25, -31, -33, -30, -35, -44,
  ],
  [
    -62, -63, -61, -57, -52, -44, -37, -33, -26, -21, -10, 4, 5, 0, 3, 1, 2, 9, 14, 14, 16, 21, 21, 27, 26, 17, 16, 8,
    -6, -18, -29, -37, -44, -55, -56, -59,
  ],
  [
    -53, -53, -52, -51, -48, -42, -39, -37, -28, -22, -25, -22, -21, -20, -18, -17, -13, -10, -7, -3, 1, 4, 4, 6, 8, 5,
    4, -2, -14, -24, -34, -41, -49, -50, -54, -51,
  ],
  [
    -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30,
    -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30,
  ],
] as const;

const at = (row: number, column: number): number => UNDULATION_M[row]?.[column % COLUMNS] ?? 0;

/**
 * Height of mean sea level above the ellipsoid of WGS 84, metres, -103 to 78, interpolated in a table of EGM96 as
 * small receivers carry it. Error 3.4 m (rms over the globe, at most 28 m, at steep mountains and trenches).
 * @param latDeg -90 to 90
 * @param lonDeg -180 to 180
 */
export function geoidUndulationM(latDeg: number, lonDeg: number): number {
  const down = (90 - latDeg) / SPACING_DEG;
  const along = (lonDeg + 180) / SPACING_DEG;
  const row = Math.min(UNDULATION_M.length - 2, Math.floor(down));
  const column = Math.floor(along);
  const below = down - row;
  const east = along - column;
  const north = at(row, column) * (1 - east) + at(row, column + 1) * east;
  const south = at(row + 1, column) * (1 - east) + at(row + 1, column + 1) * east;
  return north * (1 - below) + south * below;
}

/** Converts a position with height above mean sea level to the ellipsoid. */
export const onEllipsoid = ({
  latDeg,
  lonDeg,
  elevationM,
}: {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly elevationM: number;
}): GeodeticPosition => ({ latDeg, lonDeg, heightM: elevationM + geoidUndulationM(latDeg, lonDeg) });
