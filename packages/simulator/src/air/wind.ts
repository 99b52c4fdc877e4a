import { RAD_PER_DEG } from '../angle.ts';
import type { RandomStream } from '../noise/rng.ts';
import { Dryden, type Turbulence, W20_MPS } from './dryden.ts';
import { type Gust, gustMps } from './gust.ts';
import { meanWindMps } from './wind-profile.ts';

export interface WindConditions {
  /** Mean wind at 10 m, m/s. */
  readonly speedMps: number;
  /** Where it comes from, degrees from North. */
  readonly fromDeg: number;
  /** Strength of the turbulence, independent of the mean wind, as the specification has it. */
  readonly turbulence: Turbulence;
}

export const CALM: WindConditions = { speedMps: 0, fromDeg: 0, turbulence: 'none' };

/** Slower air than this does not carry a frozen field past the Kite: turbulence would stand still. */
const SLOWEST_FIELD_MPS = 1;
/** Filters are set to new conditions every so many updates: height and wind change slowly. */
const UPDATES_PER_CONDITIONS = 10;

/** The wind at the Kite: mean profile, turbulence and a gust. */
export class Wind {
  readonly #exponent: number;
  readonly #periodS: number;
  readonly #turbulence: Dryden;
  #conditions: WindConditions = CALM;
  #blowsEast = 0;
  #blowsNorth = 0;
  #updates = 0;
  #gust: Gust | undefined;
  #gustUpdates = 0;
  #gustEast = 0;
  #gustNorth = 0;
  /** The direction the wind blows to, m/s. */
  eastMps = 0;
  northMps = 0;
  upMps = 0;

  constructor(conditions: WindConditions, profileExponent: number, random: RandomStream, periodS: number) {
    this.#exponent = profileExponent;
    this.#periodS = periodS;
    this.#turbulence = new Dryden(random, periodS);
    this.set(conditions);
  }

  get speedMps(): number {
    return Math.sqrt(this.eastMps * this.eastMps + this.northMps * this.northMps);
  }

  set(conditions: WindConditions): void {
    if (!(conditions.speedMps >= 0 && Number.isFinite(conditions.speedMps + conditions.fromDeg))) {
      throw new RangeError(`wind must be a speed of at least 0 and a direction, got ${JSON.stringify(conditions)}`);
    }
    this.#conditions = conditions;
    this.#blowsEast = -Math.sin(conditions.fromDeg * RAD_PER_DEG);
    this.#blowsNorth = -Math.cos(conditions.fromDeg * RAD_PER_DEG);
    this.#updates = 0;
  }

  /** A gust begins now; it takes the place of one that is under way. */
  startGust(gust: Gust): void {
    if (![gust.peakMps, gust.riseS, gust.holdS, gust.fallS, gust.fromDeg ?? 0].every(Number.isFinite)) {
      throw new RangeError(`a gust needs finite figures, got ${JSON.stringify(gust)}`);
    }
    const fromDeg = gust.fromDeg ?? this.#conditions.fromDeg;
    this.#gust = gust;
    this.#gustUpdates = 0;
    this.#gustEast = -Math.sin(fromDeg * RAD_PER_DEG);
    this.#gustNorth = -Math.cos(fromDeg * RAD_PER_DEG);
  }

  /** @param eastMps, northMps speed of the Kite over the ground */
  update(heightM: number, eastMps: number, northMps: number): void {
    const mean = meanWindMps(this.#conditions.speedMps, heightM, this.#exponent);
    this.eastMps = mean * this.#blowsEast;
    this.northMps = mean * this.#blowsNorth;
    this.upMps = 0;
    if (this.#conditions.turbulence !== 'none') this.#addTurbulence(heightM, eastMps, northMps);
    if (this.#gust !== undefined) this.#addGust(this.#gust);
  }

  #addTurbulence(heightM: number, eastMps: number, northMps: number): void {
    const turbulence = this.#turbulence;
    if (this.#updates % UPDATES_PER_CONDITIONS === 0) {
      const airspeed = Math.hypot(this.eastMps - eastMps, this.northMps - northMps);
      turbulence.setConditions(heightM, Math.max(SLOWEST_FIELD_MPS, airspeed), W20_MPS[this.#conditions.turbulence]);
    }
    this.#updates += 1;
    turbulence.step();
    this.eastMps += turbulence.alongMps * this.#blowsEast + turbulence.acrossMps * this.#blowsNorth;
    this.northMps += turbulence.alongMps * this.#blowsNorth - turbulence.acrossMps * this.#blowsEast;
    this.upMps = turbulence.upMps;
  }

  #addGust(gust: Gust): void {
    this.#gustUpdates += 1;
    const sinceS = this.#gustUpdates * this.#periodS;
    const speed = gustMps(gust, sinceS);
    this.eastMps += speed * this.#gustEast;
    this.northMps += speed * this.#gustNorth;
    if (sinceS > gust.riseS + gust.holdS + gust.fallS) this.#gust = undefined;
  }
}
