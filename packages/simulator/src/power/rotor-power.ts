/** Power that one ideal rotor puts into the air at hover, watt: momentum theory. */
export const inducedPowerW = (thrustN: number, airDensity: number, radiusM: number): number =>
  (thrustN * Math.sqrt(thrustN)) / Math.sqrt(2 * airDensity * Math.PI * radiusM * radiusM);
