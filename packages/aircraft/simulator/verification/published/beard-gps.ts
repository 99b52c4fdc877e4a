/**
 * Standard deviation at which the GPS error of Beard and McLain, "Small Unmanned Aircraft", settles: x' = phi x +
 * noise at 1 Hz. The product has a Gauss-Markov error of its own; this shows why its figures are smaller than the
 * book's.
 */
export function stationarySigmaM(drivingSigmaM: number, ratePerS: number): number {
  const phi = Math.exp(-ratePerS);
  return drivingSigmaM / Math.sqrt(1 - phi * phi);
}
