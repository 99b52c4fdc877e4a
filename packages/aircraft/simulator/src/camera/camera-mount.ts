import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { AxisMove } from '@kitestring/station-core/ports';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import type { TiltLoop } from '../body/tilt-loop.ts';
import { AxisMotion } from '../control/axis-motion.ts';
import type { PanCombination } from '../control/pan-combination.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Writable } from '../writable.ts';
import { GimbalAxis } from './gimbal.ts';
import { GimbalError } from './gimbal-error.ts';
import { RotorVibration, type VibrationTone } from './rotor-vibration.ts';

/** Tilt counts as reached within this, degrees. */
const ARRIVED_DEG = 0.3;

/**
 * Direction of the camera: azimuth from North (unwrapped), below the horizon, clockwise about the optical axis;
 * degrees.
 */
interface MountAngles {
  readonly panDeg: number;
  readonly tiltDeg: number;
  readonly rollDeg: number;
}
/** The Kite as carrier of the camera. */
interface Carrier {
  /** Tilt of the airframe. */
  readonly lean: TiltLoop;
  /** True heading and yaw rate. */
  readonly yaw: { readonly headingDeg: number; readonly rateDps: number };
  readonly rotors: { readonly thrustN: Float64Array; readonly densityShare: number };
}

const atRest = (headingDeg: number): Writable<MountAngles> => ({ panDeg: headingDeg, tiltDeg: 0, rollDeg: 0 });

/**
 * The camera in its gimbal under the Kite. Picture angles are relative to North and horizon; the gimbal compensates
 * tilt and yaw of the Kite within its travel, and as accurately as it knows them.
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
  /** By the gimbal's and the Kite's own estimates: the reported angles. */
  readonly measured: MountAngles;
  /** True angles, without vibration. */
  readonly actual: MountAngles;
  /** Rate of the true angles, degrees/s. */
  readonly rate: MountAngles = atRest(0);
  isPowered = true;

  /** @param headingDeg heading estimate of the Kite */
  constructor(parameters: SimulatorParameters, seed: number, headingDeg: number, stepS: number) {
    const { gimbal } = parameters;
    this.#stepS = stepS;
    this.#travel = gimbal;
    this.#headingDeg = headingDeg;
    this.#tilt = new AxisMotion(gimbal, 0, gimbal.tiltMinDeg, gimbal.tiltMaxDeg);
    this.#panAxis = new GimbalAxis(gimbal, -gimbal.panRangeDeg, gimbal.panRangeDeg, stepS);
    this.#tiltAxis = new GimbalAxis(gimbal, gimbal.tiltMinDeg, gimbal.tiltMaxDeg, stepS);
    this.#error = new GimbalError(gimbal, seed, stepS);
    this.#vibration = new RotorVibration(parameters, seed, stepS);
    this.measured = atRest(headingDeg);
    this.actual = atRest(headingDeg);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#isTiltCommanded, this.#leanDeg] = archive.all(this.#isTiltCommanded, this.#leanDeg);
    this.#headingDeg = archive.of(this.#headingDeg);
    archive.in(
      this.#tilt,
      this.#panAxis,
      this.#tiltAxis,
      this.#error,
      this.#vibration,
      this.measured,
      this.actual,
      this.rate,
    );
  }

  get isTilting(): boolean {
    return this.#isTiltCommanded;
  }

  /** Vibration at this moment, too fast for the gimbal to measure or hold. */
  vibration({ rotors }: Carrier): VibrationTone[] {
    return this.#vibration.tones(rotors.thrustN);
  }

  moveTilt(move: AxisMove, stepS: number): void {
    this.#tilt.move(move, stepS);
    this.#isTiltCommanded = true;
  }

  /**
   * One step of the gimbal.
   * @param heading estimate of the Kite
   * @param air air flow at the camera; an object, because a plain number would be boxed at each call
   */
  step(
    pan: PanCombination,
    carrier: Carrier,
    heading: { readonly headingDeg: number },
    air: { readonly speedMps: number },
  ): void {
    const stepS = this.#stepS;
    const { headingDeg } = heading;
    const leanBeforeDeg = this.#leanDeg;
    this.#vibration.densityShare = carrier.rotors.densityShare;
    this.#vibration.step(carrier.rotors.thrustN);
    this.#headingDeg = headingDeg;
    this.#lean(carrier.lean);
    if (this.isPowered) {
      this.#tilt.step(stepS);
      this.#error.step(air);
      this.#panAxis.wantedDeg = pan.azimuthDeg - headingDeg;
      this.#panAxis.wantedRateDps = pan.azimuthRateDps - carrier.yaw.rateDps;
      this.#panAxis.step();
      this.#tiltAxis.wantedDeg = this.#tilt.angleDeg - this.#leanDeg;
      this.#tiltAxis.wantedRateDps = this.#tilt.rateDps - (this.#leanDeg - leanBeforeDeg) / stepS;
      this.#tiltAxis.step();
      if (this.#isTiltCommanded && this.#tilt.isDone && this.#hasArrived()) this.#isTiltCommanded = false;
    } else {
      this.#panAxis.halt();
      this.#tiltAxis.halt();
      this.#isTiltCommanded = false;
    }
    this.#point(carrier.yaw);
  }

  /**
   * The measured angles lack the errors that the gimbal cannot know: of its own attitude, and of the Kite's heading.
   */
  #point(trueYaw: Carrier['yaw']): void {
    const measured: Writable<MountAngles> = this.measured;
    const error = this.#error;
    measured.panDeg = this.#headingDeg + this.#panAxis.angleDeg + error.panDeg;
    measured.tiltDeg = this.#leanDeg + this.#tiltAxis.angleDeg + error.tiltDeg;
    measured.rollDeg = error.rollDeg;
    const panDeg = measured.panDeg + trueYaw.headingDeg - this.#headingDeg;
    const tiltDeg = measured.tiltDeg - error.tiltBiasDeg;
    const rollDeg = measured.rollDeg - error.rollBiasDeg;
    const actual: Writable<MountAngles> = this.actual;
    const rate: Writable<MountAngles> = this.rate;
    rate.panDeg = (panDeg - actual.panDeg) / this.#stepS;
    rate.tiltDeg = (tiltDeg - actual.tiltDeg) / this.#stepS;
    rate.rollDeg = (rollDeg - actual.rollDeg) / this.#stepS;
    actual.panDeg = panDeg;
    actual.tiltDeg = tiltDeg;
    actual.rollDeg = rollDeg;
  }

  /** At the demanded angle, or at the end of the travel on the way there. */
  #hasArrived(): boolean {
    const { tiltMinDeg, tiltMaxDeg } = this.#travel;
    const wanted = Math.max(tiltMinDeg, Math.min(tiltMaxDeg, this.#tilt.angleDeg - this.#leanDeg));
    return Math.abs(wanted - this.#tiltAxis.angleDeg) < ARRIVED_DEG;
  }

  /** Forward tilt of the Kite along the camera's azimuth: its nose goes down by this. */
  #lean(lean: TiltLoop): void {
    const azimuth = (this.#headingDeg + this.#panAxis.angleDeg) * RAD_PER_DEG;
    this.#leanDeg = Math.atan(lean.east * Math.sin(azimuth) + lean.north * Math.cos(azimuth)) * DEG_PER_RAD;
  }
}
