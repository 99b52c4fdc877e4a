import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { TURBULENCE_NAMES } from '@kitestring/station-contract/sim/controls.ts';
import type { RandomStream } from '../noise/rng.ts';

const FT_PER_M = 1 / 0.3048;
/** Range of validity: 10 ft to 1000 ft. */
const LOWEST_M = 3;
const MPS_PER_KNOT = 0.514444;

/** Reference height of the wind in the specification: 20 ft. */
export const W20_HEIGHT_M = 20 / FT_PER_M;

/** Three fixed intensities, for tests, and one that follows from mean wind and terrain. */
export type Turbulence = (typeof TURBULENCE_NAMES)[number];

/** Wind at 20 ft for each intensity, m/s: 15, 30 and 45 knots (MIL-F-8785C). */
export const W20_MPS: Readonly<Record<Exclude<Turbulence, 'by_wind'>, number>> = {
  none: 0,
  light: 15 * MPS_PER_KNOT,
  moderate: 30 * MPS_PER_KNOT,
  severe: 45 * MPS_PER_KNOT,
};

/** Wind profile exponent of the terrain that the specification assumes: open country. */
const OPEN_COUNTRY_EXPONENT = 1 / 7;

/**
 * Wind at 20 ft that produces this turbulence, m/s. The intensity over a terrain scales with the exponent of its wind
 * profile: Counihan (1975) gives both by the same function of the roughness length.
 * @param windMps mean wind at 20 ft
 */
export const w20Mps = (turbulence: Turbulence, windMps: number, profileExponent: number): number =>
  turbulence === 'by_wind' ? (windMps * profileExponent) / OPEN_COUNTRY_EXPONENT : W20_MPS[turbulence];

const heightFt = (heightM: number) => Math.max(LOWEST_M, heightM) * FT_PER_M;

/** Length scale of the gusts along and across the wind, metres. */
export function horizontalScaleM(heightM: number): number {
  const feet = heightFt(heightM);
  return feet / (0.177 + 0.000823 * feet) ** 1.2 / FT_PER_M;
}

/** Length scale of vertical gusts, metres. */
export const verticalScaleM = (heightM: number): number => Math.max(LOWEST_M, heightM);

/** Standard deviation of horizontal gusts, m/s. */
export const horizontalSigmaMps = (heightM: number, w20Mps: number): number =>
  verticalSigmaMps(w20Mps) / (0.177 + 0.000823 * heightFt(heightM)) ** 0.4;

/** Standard deviation of vertical gusts, m/s. */
export const verticalSigmaMps = (w20Mps: number): number => 0.1 * w20Mps;

/**
 * Continuous turbulence by Dryden's spectra for low altitude, MIL-F-8785C (not the halved lengths of MIL-HDBK-1797).
 * Each filter is discretised exactly, so that the variance of the gusts does not depend on the step. The states are
 * normalised to variance 1, so that height and speed may change without a jump.
 */
export class Dryden {
  readonly #random: RandomStream;
  readonly #periodS: number;
  readonly #lateral = new TransverseFilter();
  readonly #vertical = new TransverseFilter();
  #u = 0;
  #uPhi = 0;
  #uGain = 0;
  #horizontalSigma = 0;
  #verticalSigma = 0;
  /** Gusts along the mean wind, across it to the right, and up, m/s. */
  alongMps = 0;
  acrossMps = 0;
  upMps = 0;

  constructor(random: RandomStream, periodS: number) {
    this.#random = random;
    this.#periodS = periodS;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#u, this.#uPhi, this.#uGain] = archive.all(this.#u, this.#uPhi, this.#uGain);
    [this.#horizontalSigma, this.#verticalSigma] = archive.all(this.#horizontalSigma, this.#verticalSigma);
    archive.in(this.#random, this.#lateral, this.#vertical);
  }

  /**
   * Sets the local conditions. Cheap, but too expensive for every step.
   * @param airspeedMps speed of the air relative to the Kite: the mean wind carries a frozen turbulence field past a
   * hovering Kite
   */
  setConditions(heightM: number, airspeedMps: number, w20Mps: number): void {
    const horizontal = (airspeedMps / horizontalScaleM(heightM)) * this.#periodS;
    this.#uPhi = Math.exp(-horizontal);
    this.#uGain = Math.sqrt(-Math.expm1(-2 * horizontal));
    this.#lateral.setStep(horizontal);
    this.#vertical.setStep((airspeedMps / verticalScaleM(heightM)) * this.#periodS);
    this.#horizontalSigma = horizontalSigmaMps(heightM, w20Mps);
    this.#verticalSigma = verticalSigmaMps(w20Mps);
  }

  step(): void {
    const random = this.#random;
    this.#u = this.#uPhi * this.#u + this.#uGain * random.normal();
    this.alongMps = this.#horizontalSigma * this.#u;
    this.acrossMps = this.#horizontalSigma * this.#lateral.step(random.normal(), random.normal());
    this.upMps = this.#verticalSigma * this.#vertical.step(random.normal(), random.normal());
  }
}

const SQRT3 = Math.sqrt(3);

/**
 * The filter (1 + sqrt3 s/a) / (1 + s/a)^2 of v and w, a = V/L, driven by white noise. Two equal lags in series; their
 * noise of one step is correlated, with a covariance in closed form.
 */
class TransverseFilter {
  #z1 = 0;
  #z2 = 0;
  #phi = 0;
  #coupling = 0;
  #l11 = 0;
  #l21 = 0;
  #l22 = 0;

  [STATE](archive: StateArchive): void {
    [this.#z1, this.#z2, this.#phi, this.#coupling] = archive.all(this.#z1, this.#z2, this.#phi, this.#coupling);
    [this.#l11, this.#l21, this.#l22] = archive.all(this.#l11, this.#l21, this.#l22);
  }

  /** @param x dimensionless step a dt */
  setStep(x: number): void {
    const e = Math.exp(-x);
    const lost = -Math.expm1(-2 * x);
    const q11 = lost / 2;
    const q12 = lost / 4 - (x * e * e) / 2;
    const q22 = lost / 4 - (x * x * e * e) / 2 - (x * e * e) / 2;
    this.#phi = e;
    this.#coupling = x * e;
    this.#l11 = Math.sqrt(q11);
    this.#l21 = q12 / this.#l11;
    this.#l22 = Math.sqrt(Math.max(0, q22 - this.#l21 * this.#l21));
  }

  /** @returns the output, variance 1 */
  step(noise1: number, noise2: number): number {
    this.#z2 = this.#phi * this.#z2 + this.#coupling * this.#z1 + this.#l21 * noise1 + this.#l22 * noise2;
    this.#z1 = this.#phi * this.#z1 + this.#l11 * noise1;
    return (1 - SQRT3) * this.#z2 + SQRT3 * this.#z1;
  }
}
