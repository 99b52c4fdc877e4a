import type { TetherRun } from '../run/tether-run.ts';
import { thrustShare } from '../run/thrust-curve.ts';
import type { ServoFrame } from './servo-frame.ts';
import { stateLine } from './state-line.ts';

/** Pulse widths of no and of full throttle, microseconds: MOT_PWM_MIN and MOT_PWM_MAX. */
const NO_THROTTLE_US = 1000;
const THROTTLE_RANGE_US = 1000;
/** A count this far back is that of another start; a smaller step is a datagram that came late. */
const LATE_FRAMES = 1000;

/**
 * Lockstep with ArduPilot's SITL, which waits for each answer: one step for each new frame. A frame that is repeated is
 * answered again without a step; a count that begins again is a new start.
 */
export class JsonSession {
  readonly #run: TetherRun;
  readonly #squareShare: number;
  readonly #command: Float64Array;
  #count: number | undefined;
  #steps = 0;

  constructor(run: TetherRun, squareShare: number) {
    this.#run = run;
    this.#squareShare = squareShare;
    this.#command = new Float64Array(run.airframe.multirotor.motors.count);
  }

  /** Frames that were simulated. */
  get steps(): number {
    return this.#steps;
  }

  /** @returns the line to answer with */
  take(frame: ServoFrame): string {
    const { count } = frame;
    const last = this.#count;
    const isAhead = last === undefined || count > last;
    const isRestart = last !== undefined && ((count === 0 && last > 0) || count < last - LATE_FRAMES);
    if (isRestart) this.#run.restart('AutopilotRestarted');
    if (isAhead || isRestart) {
      this.#count = count;
      this.#step(frame);
    }
    return stateLine(this.#run.airframe);
  }

  #step({ pwmUs, rateHz }: ServoFrame): void {
    const command = this.#command;
    for (let motor = 0; motor < command.length; motor += 1) {
      const throttle = (pwmUs[motor]! - NO_THROTTLE_US) / THROTTLE_RANGE_US;
      command[motor] = thrustShare(throttle, this.#squareShare);
    }
    this.#run.advance(1 / rateHz, command);
    this.#steps += 1;
  }
}
