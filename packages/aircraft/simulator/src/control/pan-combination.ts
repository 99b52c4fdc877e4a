import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { AxisMove } from '@kitestring/station-core/ports';
import type { YawDemand } from '../body/yaw-loop.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { AxisMotion } from './axis-motion.ts';
import { Trapezoid } from './trapezoid.ts';

/** The Kite has arrived when its heading is this close and it turns no faster than this. */
const ARRIVED_DEG = 0.5;
const ARRIVED_DPS = 0.5;

/**
 * Azimuth of the camera as a sum of two: the gimbal follows the demanded azimuth at once, the Kite's heading follows
 * within its own limits until the gimbal is centred again. The stored value is the azimuth from North; the gimbal's
 * angle relative to the Kite follows from it.
 */
export class PanCombination implements YawDemand {
  readonly #yaw: SimulatorParameters['yaw'];
  readonly #azimuth: AxisMotion;
  readonly #heading: Trapezoid;
  #isCommanded = false;

  constructor(parameters: SimulatorParameters, startDeg: number) {
    this.#yaw = parameters.yaw;
    this.#azimuth = new AxisMotion(parameters.gimbal, startDeg, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    this.#heading = new Trapezoid(startDeg);
  }

  [STATE](archive: StateArchive): void {
    this.#isCommanded = archive.of(this.#isCommanded);
    archive.in(this.#azimuth, this.#heading);
  }

  get azimuthDeg(): number {
    return this.#azimuth.angleDeg;
  }

  get azimuthRateDps(): number {
    return this.#azimuth.rateDps;
  }

  /** Heading setpoint, degrees, unwrapped. */
  get headingDeg(): number {
    return this.#heading.position;
  }

  get headingRateDps(): number {
    return this.#heading.rate;
  }

  get headingAccelerationDps2(): number {
    return this.#heading.acceleration;
  }

  /** True while gimbal or Kite is still executing a command. */
  get isMoving(): boolean {
    return this.#isCommanded;
  }

  move(move: AxisMove, stepS: number): void {
    this.#azimuth.move(move, stepS);
    this.#isCommanded = true;
  }

  /** Turns without a command: reported as not moving. */
  align(headingDeg: number, stepS: number): void {
    this.#azimuth.move({ kind: 'toAngle', angleDeg: headingDeg }, stepS);
    this.#isCommanded = false;
  }

  settleAt(headingDeg: number): void {
    this.#azimuth.settleAt(headingDeg);
    this.#heading.settleAt(headingDeg);
    this.#isCommanded = false;
  }

  /** @param headingDeg, rateDps estimates of the Kite */
  step(headingDeg: number, rateDps: number, stepS: number): void {
    this.#azimuth.step(stepS);
    this.#heading.target = this.#azimuth.angleDeg;
    this.#heading.step(this.#yaw.maxRateDps, this.#yaw.accelerationDps2, stepS);
    if (!this.#isCommanded || !this.#azimuth.isDone) return;
    const isThere = Math.abs(headingDeg - this.#azimuth.angleDeg) < ARRIVED_DEG;
    if (isThere && Math.abs(rateDps) < ARRIVED_DPS) this.#isCommanded = false;
  }
}
