import type { AxisMove } from '@kitestring/station/ports/aircraft.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import type { TiltLoop } from '../body/tilt-loop.ts';
import { AxisMotion } from '../control/axis-motion.ts';
import type { PanCombination } from '../control/pan-combination.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { GimbalAxis } from './gimbal.ts';
import { GimbalError } from './gimbal-error.ts';
import { RotorVibration, type VibrationTone } from './rotor-vibration.ts';

/** Tilt has arrived within this, degrees. */
const ARRIVED_DEG = 0.3;

/** Where the camera looks: azimuth from North (unwrapped), below the horizon, clockwise about the optical axis; degrees. */
export interface Pointing {
  readonly panDeg: number;
  readonly tiltDeg: number;
  readonly rollDeg: number;
}
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The Kite that carries it. */
export interface Carrier {
  /** Where its lean is. */
  readonly lean: TiltLoop;
  /** What is so, and how fast it turns. */
  readonly yaw: { readonly headingDeg: number; readonly rateDps: number };
  readonly rotors: { readonly thrustN: Float64Array; readonly densityShare: number };
}

const atRest = (headingDeg: number): Writable<Pointing> => ({ panDeg: headingDeg, tiltDeg: 0, rollDeg: 0 });

/**
 * The camera in its gimbal under the Kite. Angles of the picture are against North and horizon; the gimbal takes out what
 * the Kite leans and turns, as far as its travel goes, and as well as it knows them.
 */
export class CameraMount {
  readonly #tilt: AxisMotion;
  readonly #panAxis: GimbalAxis;
  readonly #tiltAxis: GimbalAxis;
  readonly #travel: SimulatorParameters['gimbal'];
  readonly #stepS: number;
  readonly #error: GimbalError;
  readonly #vibration: RotorVibration;
  #isTiltCommanded = false;
  #leanDeg = 0;
  #headingDeg = 0;
  /** As the gimbal and the Kite's heading have it: what is reported. */
  readonly measured: Pointing;
  /** As it is, without vibration. */
  readonly actual: Pointing;
  /** Change of what is, degrees per second. */
  readonly rate: Pointing = atRest(0);
  isPowered = true;

  /** @param headingDeg the Kite's, as estimated */
  constructor(parameters: SimulatorParameters, seed: number, headingDeg: number, stepS: number) {
    const { gimbal } = parameters;
    this.#stepS = stepS;
    this.#travel = gimbal;
    this.#headingDeg = headingDeg;
    this.#tilt = new AxisMotion(gimbal, 0, gimbal.tiltMinDeg, gimbal.tiltMaxDeg);
    this.#panAxis = new GimbalAxis(gimbal, -gimbal.panRangeDeg, gimbal.panRangeDeg);
    this.#tiltAxis = new GimbalAxis(gimbal, gimbal.tiltMinDeg, gimbal.tiltMaxDeg);
    this.#error = new GimbalError(gimbal, seed, stepS);
    this.#vibration = new RotorVibration(parameters, seed);
    this.measured = atRest(headingDeg);
    this.actual = atRest(headingDeg);
  }

  get isTilting(): boolean {
    return this.#isTiltCommanded;
  }

  /** What shakes it now, too fast for the gimbal to measure or hold. */
  vibration({ rotors }: Carrier): VibrationTone[] {
    return this.#vibration.tones(rotors.thrustN);
  }

  moveTilt(move: AxisMove, stepS: number): void {
    this.#tilt.move(move, stepS);
    this.#isTiltCommanded = true;
  }

  /**
   * One step of the gimbal.
   * @param heading the Kite's, as estimated
   * @param airspeedMps of the air that pushes at the camera
   */
  step(pan: PanCombination, carrier: Carrier, heading: { readonly headingDeg: number }, airspeedMps: number): void {
    const stepS = this.#stepS;
    const { headingDeg } = heading;
    const leanBeforeDeg = this.#leanDeg;
    this.#vibration.step(carrier.rotors.thrustN, stepS, carrier.rotors.densityShare);
    this.#headingDeg = headingDeg;
    this.#leanDeg = leanTowardsDeg(carrier.lean, this.#headingDeg + this.#panAxis.angleDeg);
    if (this.isPowered) {
      this.#tilt.step(stepS);
      this.#error.step(airspeedMps);
      this.#panAxis.step(pan.azimuthDeg - headingDeg, pan.azimuthRateDps - carrier.yaw.rateDps, stepS);
      const leanRate = (this.#leanDeg - leanBeforeDeg) / stepS;
      this.#tiltAxis.step(this.#tilt.angleDeg - this.#leanDeg, this.#tilt.rateDps - leanRate, stepS);
      if (this.#isTiltCommanded && this.#tilt.isDone && this.#hasArrived()) this.#isTiltCommanded = false;
    } else {
      this.#panAxis.halt();
      this.#tiltAxis.halt();
      this.#isTiltCommanded = false;
    }
    this.#point(carrier.yaw.headingDeg);
  }

  /** What is measured lacks the errors that the gimbal cannot know of: of its attitude, and of the Kite's heading. */
  #point(trueHeadingDeg: number): void {
    const measured: Writable<Pointing> = this.measured;
    const error = this.#error;
    measured.panDeg = this.#headingDeg + this.#panAxis.angleDeg + error.panDeg;
    measured.tiltDeg = this.#leanDeg + this.#tiltAxis.angleDeg + error.tiltDeg;
    measured.rollDeg = error.rollDeg;
    const panDeg = measured.panDeg + trueHeadingDeg - this.#headingDeg;
    this.#move(panDeg, measured.tiltDeg - error.tiltBiasDeg, measured.rollDeg - error.rollBiasDeg);
  }

  #move(panDeg: number, tiltDeg: number, rollDeg: number): void {
    const actual: Writable<Pointing> = this.actual;
    const rate: Writable<Pointing> = this.rate;
    rate.panDeg = (panDeg - actual.panDeg) / this.#stepS;
    rate.tiltDeg = (tiltDeg - actual.tiltDeg) / this.#stepS;
    rate.rollDeg = (rollDeg - actual.rollDeg) / this.#stepS;
    actual.panDeg = panDeg;
    actual.tiltDeg = tiltDeg;
    actual.rollDeg = rollDeg;
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
