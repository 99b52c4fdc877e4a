/**
 * World Magnetic Model 2025, Schmidt semi-normalised coefficients at 2025.0, nanotesla: one line per degree from 1,
 * with pairs g h per order from 0. Source: NOAA NCEI and British Geological Survey, public domain. Secular variation
 * is left out: until 2030 it turns a compass in Central Europe by a degree.
 */
const TABLE = `
-29351.8 0 -1410.8 4545.4
-2556.6 0 2951.1 -3133.6 1649.3 -815.1
1361 0 -2404.1 -56.6 1243.8 237.5 453.6 -549.5
895 0 799.5 278.6 55.7 -133.9 -281.1 212 12.1 -375.6
-233.2 0 368.9 45.4 187.2 220.2 -138.7 -122.9 -142 43 20.9 106.1
64.4 0 63.8 -18.4 76.9 16.8 -115.7 48.8 -40.9 -59.8 14.9 10.9 -60.7 72.7
79.5 0 -77 -48.9 -8.8 -14.4 59.3 -1 15.8 23.4 2.5 -7.4 -11.1 -25.1 14.2 -2.3
23.2 0 10.8 7.1 -17.5 -12.6 2 11.4 -21.7 -9.7 16.9 12.7 15 0.7 -16.8 -5.2 0.9 3.9
4.6 0 7.8 -24.8 3 12.2 -0.2 8.3 -2.5 -3.3 -13.1 -5.2 2.4 7.2 8.6 -0.6 -8.7 0.8 -12.9 10
-1.3 0 -6.4 3.3 0.2 0 2 2.4 -1 5.3 -0.6 -9.1 -0.9 0.4 1.5 -4.2 0.9 -3.8 -2.7 0.9 -3.9 -9.1
2.9 0 -1.5 0 -2.5 2.9 2.4 -0.6 -0.6 0.2 -0.1 0.5 -0.6 -0.3 -0.1 -1.2 1.1 -1.7 -1 -2.9 -0.2 -1.8 2.6 -2.3
-2 0 -0.2 -1.3 0.3 0.7 1.2 1 -1.3 -1.4 0.6 0 0.6 0.6 0.5 -0.1 -0.1 0.8 -0.4 0.1 -0.2 -1 -1.3 0.1 -0.7 0.2
`;

/** Coefficients g and h, alternating, by degree minus one. */
export const COEFFICIENTS_NT: readonly (readonly number[])[] = TABLE.trim()
  .split('\n')
  .map((line) => line.split(' ').map(Number));
