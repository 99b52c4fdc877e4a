import type { SimulatorParameters } from '../parameters.ts';
import { gasDensityKgPerM3, LAPSE_K_PER_M, PRESSURE_EXPONENT, pressureAltitudeM, pressurePa } from './atmosphere.ts';

const ZERO_C_IN_K = 273.15;

/** The air over the site: the pressure of its height and of the weather, at whatever temperature it has there. */
export class SiteAir {
  /** At the Ground Station, pascal. */
  readonly pressurePa: number;

  constructor({ elevationM, seaLevelPressureHpa }: SimulatorParameters['site']) {
    // As altimeters have it: the weather shifts the heights of the standard atmosphere.
    this.pressurePa = pressurePa(elevationM + pressureAltitudeM(100 * seaLevelPressureHpa));
  }

  /** At a height above the Ground Station, kg/m^3. @param groundC temperature at the Ground Station; it falls with height as usual */
  densityKgPerM3(heightM: number, groundC: number): number {
    const groundK = ZERO_C_IN_K + groundC;
    const kelvin = groundK - LAPSE_K_PER_M * heightM;
    return gasDensityKgPerM3(this.pressurePa * (kelvin / groundK) ** PRESSURE_EXPONENT, kelvin);
  }
}
