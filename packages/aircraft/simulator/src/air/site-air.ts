import type { SimulatorParameters } from '../parameters.ts';
import { gasDensityKgPerM3, LAPSE_K_PER_M, PRESSURE_EXPONENT, pressureAltitudeM, pressurePa } from './atmosphere.ts';

const ZERO_C_IN_K = 273.15;

/** Air at the site: pressure of the elevation and of the weather, at any temperature. */
export class SiteAir {
  /** Pressure at the Ground Station, pascal. */
  readonly pressurePa: number;

  constructor({ elevationM, seaLevelPressureHpa }: SimulatorParameters['site']) {
    // Like an altimeter's QNH correction: the weather shifts the heights of the standard atmosphere.
    this.pressurePa = pressurePa(elevationM + pressureAltitudeM(100 * seaLevelPressureHpa));
  }

  /**
   * Air density at a height above the Ground Station, kg/m^3. @param groundC temperature at the Ground Station;
   * decreases with height by the standard lapse rate
   */
  densityKgPerM3(heightM: number, groundC: number): number {
    const groundK = ZERO_C_IN_K + groundC;
    const kelvin = groundK - LAPSE_K_PER_M * heightM;
    return gasDensityKgPerM3(this.pressurePa * (kelvin / groundK) ** PRESSURE_EXPONENT, kelvin);
  }
}
