/** Lower bound of the power law, metres: closer to the ground the wind follows the logarithmic law. */
export const POWER_LAW_FROM_M = 2;
/** Lower bound of heights, that of a Kite in its cradle, metres. */
const LOWEST_M = 0.3;
const REFERENCE_M = 10;
/** The two laws have the same slope at this height, full height: 1 / exponent = ln(height / roughness). */
const SAME_SLOPE_M = 45;
/** Upper bound of the roughness length, metres: a Kite takes off from an open place, also in a city. */
const MOST_ROUGHNESS_M = 0.05;

/**
 * Mean wind at a height above the ground, m/s: power law, and the logarithmic law close to the ground.
 * @param speedAt10M mean wind at 10 m, m/s
 * @param exponent 1/7 open country, 0.25 suburb, 0.3 to 0.4 city
 */
export function meanWindMps(speedAt10M: number, heightM: number, exponent: number): number {
  const windMps = lineWindMps(speedAt10M, heightM, exponent);
  return heightM >= POWER_LAW_FROM_M || exponent === 0 ? windMps : windMps * lowShare(heightM, exponent);
}

/** As a tether meets it: its lowest two metres bear too little for a law of their own. */
export const lineWindMps = (speedAt10M: number, heightM: number, exponent: number): number =>
  speedAt10M * (Math.max(POWER_LAW_FROM_M, heightM) / REFERENCE_M) ** exponent;

/** Share of the wind where the power law begins. */
function lowShare(heightM: number, exponent: number): number {
  const roughness = Math.min(Math.log(MOST_ROUGHNESS_M), Math.log(SAME_SLOPE_M) - 1 / exponent);
  return (Math.log(Math.max(LOWEST_M, heightM)) - roughness) / (Math.log(POWER_LAW_FROM_M) - roughness);
}
