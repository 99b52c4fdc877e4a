/** Per kelvin, copper near 20 degrees. Handbook value. */
const COPPER_PER_K = 0.003_93;

/** Resistance of a copper line, ohm. */
export const copperOhm = (ohmAt20C: number, temperatureC: number): number =>
  ohmAt20C * (1 + COPPER_PER_K * (temperatureC - 20));

/** Maximum power of a source behind a resistance, watt: at half of its voltage. */
export const mostPowerW = (voltageV: number, resistanceOhm: number): number =>
  (voltageV * voltageV) / (4 * resistanceOhm);

/**
 * Current of a constant-power load behind a resistance, ampere. Of the two solutions of P = (V - R I) I the smaller
 * one: the other is unstable. Undefined when the source cannot deliver the power.
 */
export function drawnCurrentA(voltageV: number, resistanceOhm: number, powerW: number): number | undefined {
  const rest = voltageV * voltageV - 4 * resistanceOhm * powerW;
  if (rest < 0 || voltageV <= 0) return undefined;
  // Equal to (V - sqrt(...)) / (2 R), without cancellation, and defined for zero resistance.
  return (2 * powerW) / (voltageV + Math.sqrt(rest));
}
