/** Lower bound of the power law: closer to the ground it would give no wind at all. */
export const LOWEST_WIND_M = 2;
const REFERENCE_M = 10;

/**
 * Mean wind at a height above the ground, m/s: power law.
 * @param speedAt10M mean wind at 10 m, m/s
 * @param exponent 1/7 open country, 0.25 suburb, 0.3 to 0.4 city
 */
export const meanWindMps = (speedAt10M: number, heightM: number, exponent: number): number =>
  speedAt10M * (Math.max(LOWEST_WIND_M, heightM) / REFERENCE_M) ** exponent;
