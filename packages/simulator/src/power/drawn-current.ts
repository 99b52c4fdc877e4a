/** Per kelvin, copper near 20 degrees. Handbook value. */
const COPPER_PER_K = 0.003_93;

/** Resistance of a copper line, ohm. */
export const copperOhm = (ohmAt20C: number, temperatureC: number): number =>
  ohmAt20C * (1 + COPPER_PER_K * (temperatureC - 20));

/** What a source behind a resistance can give at most, watt: half of its voltage is then left. */
export const mostPowerW = (voltageV: number, resistanceOhm: number): number =>
  (voltageV * voltageV) / (4 * resistanceOhm);

/**
 * Current that a load of constant power draws from a source behind a resistance, ampere. Of the two solutions of
 * P = (V - R I) I the one with the smaller current: the other one collapses at the least disturbance. Undefined when the
 * source can't give so much.
 */
export function drawnCurrentA(voltageV: number, resistanceOhm: number, powerW: number): number | undefined {
  const rest = voltageV * voltageV - 4 * resistanceOhm * powerW;
  if (rest < 0 || voltageV <= 0) return undefined;
  // The same as (V - sqrt(...)) / (2 R), without its loss of digits, and defined without any resistance.
  return (2 * powerW) / (voltageV + Math.sqrt(rest));
}
