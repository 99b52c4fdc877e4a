import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { ROTOR_COUNT, type Rotors } from '../body/rotor.ts';
import { lagShare } from '../first-order-lag.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

type MotorState = 'Healthy' | 'Weak' | 'Failed';

/** Record of one motor. */
class MotorRecord {
  state: MotorState = 'Healthy';
  /** Measured thrust divided by expected thrust, averaged. */
  share = 1;
  failingS = 0;
  weakS = 0;
  wellS = 0;
}

/**
 * Detects motors that do not deliver their command: the square of the rotor speed by the motor controller, compared
 * with that of a healthy motor. A stopped motor is judged by the winding test of its controller. The findings decide
 * the thrust allocation; the Kite has no other knowledge of a dead motor.
 */
export class MotorMonitor {
  readonly #limits: SimulatorParameters['motorMonitor'];
  readonly #random: RandomStream;
  readonly #periodS: number;
  readonly #averageShare: number;
  readonly #motors = Array.from({ length: ROTOR_COUNT }, () => new MotorRecord());
  #hasCrashed = false;
  #hasFailed = false;
  #isWeak = false;

  constructor(limits: SimulatorParameters['motorMonitor'], random: RandomStream, periodS: number) {
    this.#limits = limits;
    this.#random = random;
    this.#periodS = periodS;
    this.#averageShare = lagShare(periodS, limits.averageS);
  }

  [STATE](archive: StateArchive): void {
    [this.#hasCrashed, this.#hasFailed, this.#isWeak] = archive.all(this.#hasCrashed, this.#hasFailed, this.#isWeak);
    archive.in(this.#random, this.#motors);
  }

  /** A motor does not follow its command, or the propellers have hit the ground. */
  get motorFailed(): boolean {
    return this.#hasFailed || this.#hasCrashed;
  }

  /** A motor delivers less than its command, and still flies. */
  get motorWeak(): boolean {
    return this.#isWeak;
  }

  stateOf(motor: number): MotorState {
    return this.#motors[motor]?.state ?? 'Healthy';
  }

  /** As after power-on: all motors count as healthy. */
  restart(rotors: Rotors): void {
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      this.#motors[index] = new MotorRecord();
      rotors.allocation.know(index, 1);
    }
    this.#hasFailed = false;
    this.#isWeak = false;
  }

  /**
   * @param areMotorsOff all motors are commanded to stop
   * @param hasCrashed the shock of a crash was felt
   */
  step(rotors: Rotors, areMotorsOff: boolean, hasCrashed: boolean): void {
    this.#hasCrashed = hasCrashed;
    this.#hasFailed = false;
    this.#isWeak = false;
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const motor = this.#motors[index] as MotorRecord;
      this.#judge(motor, rotors, index, areMotorsOff);
      if (motor.state === 'Failed') this.#hasFailed = true;
      if (motor.state === 'Weak') this.#isWeak = true;
    }
  }

  #judge(motor: MotorRecord, rotors: Rotors, index: number, areMotorsOff: boolean): void {
    const expectedN = rotors.expectedN[index]!;
    if (expectedN >= this.#limits.leastThrustN) this.#note(motor, rotors.thrustN[index]! / expectedN);
    else if (areMotorsOff) this.#note(motor, rotors.effectiveness[index]!);
    else return;
    this.#decide(motor, areMotorsOff);
    rotors.allocation.know(index, knownShare(motor));
  }

  /** Thrust goes with the square of the speed, and so does the error of the speed reading. */
  #note(motor: MotorRecord, thrustShare: number): void {
    const speedShare = Math.sqrt(thrustShare) + this.#limits.speedNoise * this.#random.normal();
    const share = speedShare * speedShare;
    motor.share += this.#averageShare * (share - motor.share);
    const { failedShare, weakShare, wellShare } = this.#limits;
    motor.failingS = share < failedShare ? motor.failingS + this.#periodS : 0;
    motor.weakS = motor.share < weakShare ? motor.weakS + this.#periodS : 0;
    motor.wellS = motor.share > wellShare ? motor.wellS + this.#periodS : 0;
  }

  /** A motor that has failed in flight stays stopped until the Kite is on the ground, even if it recovers. */
  #decide(motor: MotorRecord, areMotorsOff: boolean): void {
    const { failedS, weakS, wellS } = this.#limits;
    if (motor.state === 'Failed') {
      if (areMotorsOff && motor.wellS >= wellS) motor.state = 'Healthy';
      return;
    }
    if (motor.failingS >= failedS - this.#periodS / 2) motor.state = 'Failed';
    else if (motor.weakS >= weakS) motor.state = 'Weak';
    else if (motor.wellS >= wellS) motor.state = 'Healthy';
  }
}

/** Quantised, so that noise of a reading does not change the commands of all motors. */
function knownShare({ state, share }: MotorRecord): number {
  if (state === 'Failed') return 0;
  return state === 'Weak' ? Math.max(0.05, Math.min(1, Math.round(share * 50) / 50)) : 1;
}
