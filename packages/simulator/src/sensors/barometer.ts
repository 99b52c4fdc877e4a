import { densityKgPerM3, pressureAltitudeM, pressurePa } from '../air/atmosphere.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/**
 * Height by two barometers, Kite minus Ground Station: the weather cancels; noise, drift and the dynamic pressure at the
 * Kite's port remain.
 */
export class Barometer {
  readonly #make: SimulatorParameters['barometer'];
  readonly #elevationM: number;
  readonly #groundPressurePa: number;
  readonly #density: number;
  readonly #random: RandomStream;
  readonly #drift: GaussMarkov;
  #lastM = 0;
  /** It goes on saying what it said last. */
  isFrozen = false;
  /** The last measurement, metres. */
  heightM = 0;
  /** A fault's error on top of its own, metres. */
  faultM = 0;

  constructor(make: SimulatorParameters['barometer'], elevationM: number, random: RandomStream, periodS: number) {
    this.#make = make;
    this.#elevationM = elevationM;
    this.#groundPressurePa = pressurePa(elevationM);
    this.#density = densityKgPerM3(elevationM);
    this.#random = random;
    this.#drift = new GaussMarkov(random, make.driftM, make.driftTimeS, periodS);
  }

  get driftM(): number {
    return this.#drift.value;
  }

  /** One measurement, metres above the Ground Station. */
  read(heightM: number, airspeedMps: number): number {
    const { whitePa, windPressureShare } = this.#make;
    this.#drift.step();
    const suction = windPressureShare * 0.5 * this.#density * airspeedMps * airspeedMps;
    const kitePa = pressurePa(this.#elevationM + heightM) - suction + whitePa * this.#random.normal();
    const groundPa = this.#groundPressurePa + whitePa * this.#random.normal();
    if (!this.isFrozen) this.#lastM = pressureAltitudeM(kitePa) - pressureAltitudeM(groundPa) + this.#drift.value;
    this.heightM = this.#lastM + this.faultM;
    return this.heightM;
  }
}
