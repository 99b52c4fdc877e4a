import type { AxisMove } from '@kitestring/station/ports/aircraft.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import type { TiltLoop } from '../body/tilt-loop.ts';
import { AxisMotion } from '../control/axis-motion.ts';
import type { PanCombination } from '../control/pan-combination.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { GimbalAxis } from './gimbal.ts';

/** Tilt has arrived within this, degrees. */
const ARRIVED_DEG = 0.3;

interface Heading {
  readonly headingDeg: number;
}

interface Turn {
  readonly rateDps: number;
}

/**
 * The camera in its gimbal under the Kite. Angles of the picture are against North and horizon; the gimbal takes out what
 * the Kite leans and turns, as far as its travel goes.
 */
export class CameraMount {
  readonly #tilt: AxisMotion;
  readonly #panAxis: GimbalAxis;
  readonly #tiltAxis: GimbalAxis;
  readonly #travel: SimulatorParameters['gimbal'];
  readonly #stepS: number;
  #isTiltCommanded = false;
  #leanDeg = 0;
  #headingDeg = 0;
  isPowered = true;

  constructor(gimbal: SimulatorParameters['gimbal'], headingDeg: number, stepS: number) {
    this.#stepS = stepS;
    this.#travel = gimbal;
    this.#headingDeg = headingDeg;
    this.#tilt = new AxisMotion(gimbal, 0, gimbal.tiltMinDeg, gimbal.tiltMaxDeg);
    this.#panAxis = new GimbalAxis(gimbal, -gimbal.panRangeDeg, gimbal.panRangeDeg);
    this.#tiltAxis = new GimbalAxis(gimbal, gimbal.tiltMinDeg, gimbal.tiltMaxDeg);
  }

  /** Azimuth of the optical axis, degrees from North, unwrapped. */
  get panDeg(): number {
    return this.#headingDeg + this.#panAxis.angleDeg;
  }

  /** Degrees below the horizon. */
  get tiltDeg(): number {
    return this.#tiltAxis.angleDeg + this.#leanDeg;
  }

  get isTilting(): boolean {
    return this.#isTiltCommanded;
  }

  moveTilt(move: AxisMove, stepS: number): void {
    this.#tilt.move(move, stepS);
    this.#isTiltCommanded = true;
  }

  /**
   * One step of the gimbal.
   * @param heading the Kite's, as estimated
   * @param turn its rate of turn
   */
  step(pan: PanCombination, lean: TiltLoop, heading: Heading, turn: Turn): void {
    const stepS = this.#stepS;
    const { headingDeg } = heading;
    const leanBeforeDeg = this.#leanDeg;
    this.#headingDeg = headingDeg;
    this.#leanDeg = leanTowardsDeg(lean, this.panDeg);
    if (!this.isPowered) {
      this.#panAxis.halt();
      this.#tiltAxis.halt();
      this.#isTiltCommanded = false;
      return;
    }
    this.#tilt.step(stepS);
    this.#panAxis.step(pan.azimuthDeg - headingDeg, pan.azimuthRateDps - turn.rateDps, stepS);
    const leanRate = (this.#leanDeg - leanBeforeDeg) / stepS;
    this.#tiltAxis.step(this.#tilt.angleDeg - this.#leanDeg, this.#tilt.rateDps - leanRate, stepS);
    if (this.#isTiltCommanded && this.#tilt.isDone && this.#hasArrived()) this.#isTiltCommanded = false;
  }

  /** At the wanted angle, or at the end of the travel on the way to it. */
  #hasArrived(): boolean {
    const { tiltMinDeg, tiltMaxDeg } = this.#travel;
    const wanted = Math.max(tiltMinDeg, Math.min(tiltMaxDeg, this.#tilt.angleDeg - this.#leanDeg));
    return Math.abs(wanted - this.#tiltAxis.angleDeg) < ARRIVED_DEG;
  }
}

/** How far the Kite leans forward, seen along an azimuth: its nose goes down by so much. */
function leanTowardsDeg(lean: TiltLoop, azimuthDeg: number): number {
  const azimuth = azimuthDeg * RAD_PER_DEG;
  return Math.atan(lean.east * Math.sin(azimuth) + lean.north * Math.cos(azimuth)) * DEG_PER_RAD;
}
