import { lagShare } from '../first-order-lag.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Air speed for which the error of the motors is given; it goes with the drag on the camera, half of it is there in a calm. */
const GIVEN_AT_MPS = 8;

/** What one motor of the gimbal does not hold, degrees: noise that two equal lags have smoothed, so that its rate is finite. */
class ServoError {
  readonly #driving: GaussMarkov;
  readonly #share: number;
  /** A field, for a number that a call gives back is made anew each time. */
  errorDeg = 0;

  constructor(random: RandomStream, sigmaDeg: number, timeS: number, stepS: number) {
    // The second lag halves the variance.
    this.#driving = new GaussMarkov(random, Math.SQRT2 * sigmaDeg, timeS, stepS);
    this.#share = lagShare(stepS, timeS);
    this.errorDeg = sigmaDeg * random.normal();
  }

  step(): void {
    this.#driving.step();
    this.errorDeg += this.#share * (this.#driving.value - this.errorDeg);
  }
}

/** Errors of the gimbal itself: what its motors do not hold, which it measures, and what its attitude is wrong by, which it cannot. */
export class GimbalError {
  readonly #pan: ServoError;
  readonly #tilt: ServoError;
  readonly #roll: ServoError;
  readonly #tiltBias: GaussMarkov;
  readonly #rollBias: GaussMarkov;
  /** Of the motors, degrees. */
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

  /** Measured less true. A camera that hangs level by its own reckoning hangs off the horizon by so much. */
  get tiltBiasDeg(): number {
    return this.#tiltBias.value;
  }

  get rollBiasDeg(): number {
    return this.#rollBias.value;
  }

  step(airspeedMps: number): void {
    const push = airspeedMps / GIVEN_AT_MPS;
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
