import { DEG_PER_RAD, nearestTurn } from './angle.ts';
import { densityKgPerM3, GRAVITY_MPS2 } from './atmosphere.ts';
import { lagShare } from './first-order-lag.ts';
import type { SimulatorParameters } from './parameters.ts';
import { Rotors, yawAuthorityRadps2 } from './rotor.ts';
import { TiltLoop } from './tilt-loop.ts';
import { Translation } from './translation.ts';
import { YawLoop } from './yaw-loop.ts';

/** What the autopilot asks of the rotors. */
export interface RotorDemand {
  /** Along the Kite's vertical. */
  readonly thrustN: number;
  readonly leanEast: number;
  readonly leanNorth: number;
}

/** Sum of what is left of offset (metres) and misalignment (degrees) when the Kite has settled in its cradle. */
const SEATED = 1e-3;

/** The Kite as a thing: rotors, lean, heading, motion, and the cradle that it stands in. */
export class KiteBody {
  readonly #parameters: SimulatorParameters;
  readonly #seatingShare: number;
  #isSeated = true;
  readonly rotors: Rotors;
  readonly lean: TiltLoop;
  readonly yaw: YawLoop;
  readonly motion: Translation;
  isOnGround = true;
  /** It came down too fast: it lies beside its cradle and its motors are off. */
  hasCrashed = false;

  constructor(parameters: SimulatorParameters, stepS: number) {
    this.#parameters = parameters;
    this.#seatingShare = lagShare(stepS, parameters.kite.seatingTimeS);
    this.rotors = new Rotors(parameters.rotor, stepS);
    this.lean = new TiltLoop(parameters.attitude, stepS);
    this.yaw = new YawLoop(parameters.yaw, parameters.site.cradleHeadingDeg, stepS);
    this.motion = new Translation(parameters.kite, stepS);
    this.motion.airDensity = densityKgPerM3(parameters.site.elevationM);
  }

  get isInCradle(): boolean {
    return this.isOnGround && !this.hasCrashed;
  }

  /** Upward part of the thrust, newton. */
  get verticalThrustN(): number {
    return this.rotors.totalN / this.lean.stretch;
  }

  /** @param yawErrorDeg, yawRateDps wanted minus estimated heading, and the rate at which the wanted one moves */
  step(demand: RotorDemand, yawErrorDeg: number, yawRateDps: number): void {
    this.rotors.step(this.hasCrashed ? 0 : demand.thrustN);
    const verticalN = this.verticalThrustN;
    if (this.isOnGround && !this.#liftsOff(verticalN)) {
      this.#stand();
      return;
    }
    this.isOnGround = false;
    this.lean.step(demand.leanEast, demand.leanNorth);
    const { rotor, kite } = this.#parameters;
    const authority = yawAuthorityRadps2(this.rotors.totalN, rotor, kite.yawInertiaKgM2) * DEG_PER_RAD;
    this.yaw.step(yawErrorDeg, yawRateDps, authority);
    this.motion.step(verticalN, this.lean.east, this.lean.north);
    if (this.motion.upM <= 0) this.#touchDown();
  }

  /** In the middle of the cradle, for good or because somebody has put it back there. */
  seat(): void {
    this.hasCrashed = false;
    this.#isSeated = true;
    this.motion.eastM = 0;
    this.motion.northM = 0;
    this.yaw.headingDeg = nearestTurn(this.yaw.headingDeg, this.#parameters.site.cradleHeadingDeg);
  }

  #liftsOff(verticalN: number): boolean {
    return verticalN + this.motion.tetherUpN > this.#parameters.kite.massKg * GRAVITY_MPS2;
  }

  #touchDown(): void {
    if (-this.motion.upMps > this.#parameters.kite.crashSpeedMps) this.hasCrashed = true;
    this.isOnGround = true;
    this.#isSeated = false;
    this.motion.upM = 0;
    this.#stand();
  }

  /** Nothing drifts in the cradle; after a touch-down the Kite is drawn to its middle and turned to its heading. */
  #stand(): void {
    this.motion.stop();
    this.lean.level();
    this.yaw.rateDps = 0;
    if (this.hasCrashed || this.#isSeated) return;
    const { motion, yaw } = this;
    const keep = 1 - this.#seatingShare;
    motion.eastM *= keep;
    motion.northM *= keep;
    const cradleDeg = nearestTurn(yaw.headingDeg, this.#parameters.site.cradleHeadingDeg);
    const awayDeg = (yaw.headingDeg - cradleDeg) * keep;
    yaw.headingDeg = cradleDeg + awayDeg;
    if (Math.abs(motion.eastM) + Math.abs(motion.northM) + Math.abs(awayDeg) < SEATED) this.seat();
  }
}
