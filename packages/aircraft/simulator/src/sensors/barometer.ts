import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { densityKgPerM3, pressureAltitudeM, pressurePa } from '../air/atmosphere.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Air at a reading. */
interface BarometerAir {
  readonly airspeedMps: number;
  /** Weather pressure relative to the start, pascal. */
  readonly weatherPa: number;
  /** The Ground Station's reading reaches the Kite. */
  readonly isReferenceHeard: boolean;
}

/**
 * Height by two barometers, Kite minus Ground Station: the weather cancels; noise and drift of both and the dynamic
 * pressure at the Kite's port remain. Without the Ground Station's reading the weather shows as height: 8.3 m per
 * hectopascal at sea level.
 */
export class Barometer {
  readonly #make: SimulatorParameters['barometer'];
  readonly #elevationM: number;
  readonly #groundPressurePa: number;
  readonly #density: number;
  readonly #random: RandomStream;
  readonly #groundRandom: RandomStream;
  readonly #kiteDrift: GaussMarkov;
  readonly #groundDrift: GaussMarkov;
  /** Last reading received from the Ground Station, pascal. */
  #referencePa = 0;
  #lastM = 0;
  /** Repeats its last reading. */
  isFrozen = false;
  /** The last measurement, metres. */
  heightM = 0;
  /** Additional error of a fault, metres. */
  faultM = 0;

  /** @param seed each of the two sensors has a random stream of its own */
  constructor(make: SimulatorParameters['barometer'], elevationM: number, seed: number, periodS: number) {
    const random = randomStream(seed, 'barometer');
    const groundRandom = randomStream(seed, 'ground barometer');
    this.#make = make;
    this.#elevationM = elevationM;
    this.#groundPressurePa = pressurePa(elevationM);
    this.#density = densityKgPerM3(elevationM);
    this.#random = random;
    this.#groundRandom = groundRandom;
    this.#kiteDrift = new GaussMarkov(random, make.driftPa, make.driftTimeS, periodS);
    this.#groundDrift = new GaussMarkov(groundRandom, make.driftPa, make.driftTimeS, periodS);
    this.#referencePa = this.#groundPressurePa;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#referencePa, this.#lastM] = archive.all(this.#referencePa, this.#lastM);
    archive.in(this.#random, this.#groundRandom, this.#kiteDrift, this.#groundDrift);
  }

  /** One measurement, metres above the Ground Station. */
  read(heightM: number, { airspeedMps, weatherPa, isReferenceHeard }: BarometerAir): number {
    const { whitePa, windPressureShare, usesStation } = this.#make;
    this.#kiteDrift.step();
    this.#groundDrift.step();
    const suction = windPressureShare * 0.5 * this.#density * airspeedMps * airspeedMps;
    const kiteErrorPa = this.#kiteDrift.value - suction + whitePa * this.#random.normal();
    const groundErrorPa = this.#groundDrift.value + whitePa * this.#groundRandom.normal();
    const kitePa = pressurePa(this.#elevationM + heightM) + weatherPa + kiteErrorPa;
    if (usesStation && isReferenceHeard) this.#referencePa = this.#groundPressurePa + weatherPa + groundErrorPa;
    if (!this.isFrozen) this.#lastM = pressureAltitudeM(kitePa) - pressureAltitudeM(this.#referencePa);
    this.heightM = this.#lastM + this.faultM;
    return this.heightM;
  }
}
