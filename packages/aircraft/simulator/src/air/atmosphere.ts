/** Standard gravity, m/s^2. */
export const GRAVITY_MPS2 = 9.80665;

/** Density at sea level in the standard atmosphere, kg/m^3. */
export const SEA_LEVEL_DENSITY = 1.225;

const SEA_LEVEL_TEMPERATURE_K = 288.15;
export const LAPSE_K_PER_M = 0.0065;
const SEA_LEVEL_PRESSURE_PA = 101_325;
const GAS_CONSTANT = 287.05287;
/** Exponent of pressure over temperature in air of constant lapse rate: g / (R * lapse). */
export const PRESSURE_EXPONENT = 5.25588;

/** Pressure at a height above mean sea level, pascal. International Standard Atmosphere (ISO 2533), troposphere. */
export const pressurePa = (elevationM: number): number =>
  SEA_LEVEL_PRESSURE_PA * (temperatureK(elevationM) / SEA_LEVEL_TEMPERATURE_K) ** PRESSURE_EXPONENT;

/** Temperature at a height above mean sea level, kelvin. */
const temperatureK = (elevationM: number): number => SEA_LEVEL_TEMPERATURE_K - LAPSE_K_PER_M * elevationM;

/** Density at a height above mean sea level, kg/m^3. */
export const densityKgPerM3 = (elevationM: number): number =>
  gasDensityKgPerM3(pressurePa(elevationM), temperatureK(elevationM));

/** Density of dry air by the ideal gas law, kg/m^3. */
export const gasDensityKgPerM3 = (pressure: number, kelvin: number): number => pressure / (GAS_CONSTANT * kelvin);

/** Height above mean sea level at which the standard atmosphere has this pressure, metres. */
export const pressureAltitudeM = (pressure: number): number =>
  (SEA_LEVEL_TEMPERATURE_K / LAPSE_K_PER_M) * (1 - (pressure / SEA_LEVEL_PRESSURE_PA) ** (1 / PRESSURE_EXPONENT));
