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
  #smoothed: number;

  constructor(random: RandomStream, sigmaDeg: number, timeS: number, stepS: number) {
    // The second lag halves the variance.
    this.#driving = new GaussMarkov(random, Math.SQRT2 * sigmaDeg, timeS, stepS);
    this.#share = lagShare(stepS, timeS);
    this.#smoothed = sigmaDeg * random.normal();
  }

  step(): number {
    this.#driving.step();
    this.#smoothed += this.#share * (this.#driving.value - this.#smoothed);
    return this.#smoothed;
  }
}

/** Errors of the gimbal itself: what its motors do not hold, which it measures, and what its attitude is wrong by, which it cannot. */
export class GimbalError {
  readonly #servos: readonly [ServoError, ServoError, ServoError];
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
    this.#servos = [servo(), servo(), servo()];
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
    const [pan, tilt, roll] = this.#servos;
    this.panDeg = strength * pan.step();
    this.tiltDeg = strength * tilt.step();
    this.rollDeg = strength * roll.step();
    this.#tiltBias.step();
    this.#rollBias.step();
  }
}
