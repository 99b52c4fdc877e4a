/** Power that one ideal rotor puts into the air at hover, watt: momentum theory. */
export const inducedPowerW = (thrustN: number, airDensity: number, radiusM: number): number =>
  thrustN * inducedSpeedMps(thrustN, airDensity, radiusM);

/** Speed at which the air goes down through one rotor at hover, m/s: momentum theory. */
export const inducedSpeedMps = (thrustN: number, airDensity: number, radiusM: number): number =>
  Math.sqrt(thrustN / (2 * airDensity * Math.PI * radiusM * radiusM));
