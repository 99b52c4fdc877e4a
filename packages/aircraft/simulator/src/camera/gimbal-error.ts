import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/**
 * Airspeed at which the error of the motors is specified; it scales with the drag on the camera, half of it remains in
 * a calm.
 */
const GIVEN_AT_MPS = 8;

/** Tracking error of one gimbal motor, degrees: noise through two equal lags, so that its rate is finite. */
class ServoError {
  readonly #driving: GaussMarkov;
  readonly #share: number;
  /** A field, because a returned number would be boxed. */
  errorDeg = 0;

  constructor(random: RandomStream, sigmaDeg: number, timeS: number, stepS: number) {
    // The second lag halves the variance.
    this.#driving = new GaussMarkov(random, Math.SQRT2 * sigmaDeg, timeS, stepS);
    this.#share = lagShare(stepS, timeS);
    this.errorDeg = sigmaDeg * random.normal();
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#driving);
  }

  step(): void {
    this.#driving.step();
    this.errorDeg += this.#share * (this.#driving.value - this.errorDeg);
  }
}

/**
 * Errors of the gimbal: tracking errors of its motors, which it measures, and the error of its attitude, which it
 * cannot.
 */
export class GimbalError {
  readonly #pan: ServoError;
  readonly #tilt: ServoError;
  readonly #roll: ServoError;
  readonly #tiltBias: GaussMarkov;
  readonly #rollBias: GaussMarkov;
  /** Tracking errors, degrees. */
  panDeg = 0;
  tiltDeg = 0;
  rollDeg = 0;

  constructor(gimbal: SimulatorParameters['gimbal'], seed: number, stepS: number) {
    const random = randomStream(seed, 'gimbal error');
    const servo = () => new ServoError(random, gimbal.servoErrorDeg, gimbal.servoErrorTimeS, stepS);
    const bias = () => new GaussMarkov(random, gimbal.attitudeBiasDeg, gimbal.attitudeBiasTimeS, stepS);
    this.#pan = servo();
    this.#tilt = servo();
    this.#roll = servo();
    this.#tiltBias = bias();
    this.#rollBias = bias();
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#pan, this.#tilt, this.#roll, this.#tiltBias, this.#rollBias);
  }

  /** Measured minus true tilt, degrees. A camera that is level by its own attitude is off the horizon by this. */
  get tiltBiasDeg(): number {
    return this.#tiltBias.value;
  }

  get rollBiasDeg(): number {
    return this.#rollBias.value;
  }

  step({ speedMps }: { readonly speedMps: number }): void {
    const push = speedMps / GIVEN_AT_MPS;
    const strength = 0.5 + 0.5 * push * push;
    this.#pan.step();
    this.#tilt.step();
    this.#roll.step();
    this.panDeg = strength * this.#pan.errorDeg;
    this.tiltDeg = strength * this.#tilt.errorDeg;
    this.rollDeg = strength * this.#roll.errorDeg;
    this.#tiltBias.step();
    this.#rollBias.step();
  }
}
