import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { SiteAir } from '../air/site-air.ts';
import { nearestTurn, RAD_PER_DEG } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { type TetherEnd, WHOLE_TETHER } from '../tether/tether-end.ts';
import { Rotors } from './rotor.ts';
import { type LeanDemand, TiltLoop } from './tilt-loop.ts';
import { Translation } from './translation.ts';
import { type YawDemand, YawLoop } from './yaw-loop.ts';

/** Demand of the autopilot on the rotors. */
export interface RotorDemand extends LeanDemand {
  /** Thrust along the Kite's vertical axis, newton. */
  readonly thrustN: number;
  readonly yaw: YawDemand;
}

/** Motion of the surface under the cradle. */
interface CradleMotion {
  /** Tilt of its vertical axis, as tangents. */
  readonly tiltEast: number;
  readonly tiltNorth: number;
  /** Changes in the last step. */
  readonly upStepMps: number;
  readonly headingStepDeg: number;
}

/** Remaining offset (metres) plus misalignment (degrees) below which the Kite counts as settled in its cradle. */
const SEATED = 1e-3;

/** The Kite's body: rotors, tilt, heading, motion, and contact with the cradle. */
export class KiteBody {
  readonly #parameters: SimulatorParameters;
  readonly #end: TetherEnd;
  readonly #air: SiteAir;
  readonly #seatingShare: number;
  readonly #tippedLean = { leanEast: 0, leanNorth: 0 };
  #isSeated = true;
  #cradleHeadingDeg = 0;
  #deckEast = 0;
  #deckNorth = 0;
  #deckMps2 = 0;
  readonly rotors: Rotors;
  readonly lean: TiltLoop;
  readonly yaw: YawLoop;
  readonly motion: Translation;
  /** Angular acceleration by air and tether, degrees/s^2. */
  turnedDps2 = 0;
  isOnGround = true;
  /** It landed beside its cradle: too far away, or with no winch to pull it in. */
  isBesideCradle = false;
  /** It hit the ground too fast: its motors are off. */
  hasCrashed = false;

  constructor(parameters: SimulatorParameters, stepS: number, seed = 0, end: TetherEnd = WHOLE_TETHER) {
    this.#end = end;
    this.#parameters = parameters;
    this.#cradleHeadingDeg = parameters.site.cradleHeadingDeg;
    this.#seatingShare = lagShare(stepS, parameters.kite.seatingTimeS);
    const spread = randomStream(seed, 'rotor spread');
    this.rotors = new Rotors(parameters.rotor, parameters.kite.yawInertiaKgM2, stepS, spread);
    this.lean = new TiltLoop(parameters.attitude, stepS);
    this.yaw = new YawLoop(parameters.yaw, parameters.site.cradleHeadingDeg, stepS, randomStream(seed, 'free yaw'));
    this.motion = new Translation(parameters.kite, stepS);
    this.#air = new SiteAir(parameters.site);
    this.meetAir(parameters.site.ambientC);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#isSeated, this.#cradleHeadingDeg] = archive.all(this.#isSeated, this.#cradleHeadingDeg);
    [this.#deckEast, this.#deckNorth, this.#deckMps2] = archive.all(this.#deckEast, this.#deckNorth, this.#deckMps2);
    archive.in(this.#tippedLean, this.rotors, this.lean, this.yaw, this.motion);
  }

  /** Updates the air density at the Kite. @param groundC temperature at the Ground Station */
  meetAir(groundC: number): void {
    const airDensity = this.#air.densityKgPerM3(this.motion.upM, groundC);
    this.motion.airDensity = airDensity;
    this.rotors.meetAir(airDensity);
  }

  /** Twist that the Kite has put into its tether, degrees clockwise. */
  get twistDeg(): number {
    return this.#end.isCut ? 0 : this.yaw.headingDeg - this.#cradleHeadingDeg;
  }

  get isInCradle(): boolean {
    return this.isOnGround && !this.hasCrashed && !this.isBesideCradle;
  }

  step(demand: RotorDemand): void {
    const { rotors, lean, yaw, motion } = this;
    rotors.commandN = this.hasCrashed ? 0 : demand.thrustN;
    rotors.step();
    motion.verticalThrustN = rotors.totalN / lean.stretch;
    if (this.isOnGround && !this.#liftsOff()) {
      this.#stand();
      return;
    }
    this.isOnGround = false;
    yaw.authorityDps2 = rotors.yawAuthorityDps2;
    yaw.isFree = rotors.isYawFree;
    yaw.disturbanceDps2 = rotors.imbalanceDps2 + this.turnedDps2;
    lean.step(rotors.isUneven ? this.#tipped(demand) : demand);
    yaw.step(demand.yaw);
    motion.step(lean);
    if (motion.upM <= 0) this.#touchDown();
  }

  /** Opposite rotors of unequal thrust deflect the Kite from the tilt that is demanded. */
  #tipped({ leanEast, leanNorth }: LeanDemand): LeanDemand {
    const { rotors, yaw } = this;
    const heading = yaw.headingDeg * RAD_PER_DEG;
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    const leanPerPush = 1 / this.#parameters.attitude.naturalFrequencyRadps ** 2;
    this.#tippedLean.leanEast = leanEast + leanPerPush * (rotors.unevenForward * sine + rotors.unevenRight * cosine);
    this.#tippedLean.leanNorth = leanNorth + leanPerPush * (rotors.unevenForward * cosine - rotors.unevenRight * sine);
    return this.#tippedLean;
  }

  /** Moves what stands on the deck along with it. @param periodS of the deck's step */
  standOn({ tiltEast, tiltNorth, upStepMps, headingStepDeg }: CradleMotion, periodS: number): void {
    this.#deckEast = tiltEast;
    this.#deckNorth = tiltNorth;
    this.#deckMps2 = upStepMps / periodS;
    this.#cradleHeadingDeg += headingStepDeg;
    if (this.isOnGround) this.yaw.headingDeg += headingStepDeg;
  }

  /** Puts the Kite into the middle of the cradle, after a landing or by hand. */
  seat(): void {
    this.hasCrashed = false;
    this.isBesideCradle = false;
    this.#isSeated = true;
    this.motion.eastM = 0;
    this.motion.northM = 0;
    this.yaw.headingDeg = nearestTurn(this.yaw.headingDeg, this.#cradleHeadingDeg);
  }

  #liftsOff(): boolean {
    const carriedN = this.motion.verticalThrustN + this.motion.tetherUpN;
    return carriedN > this.#parameters.kite.massKg * (GRAVITY_MPS2 + this.#deckMps2);
  }

  #touchDown(): void {
    const { kite, tether } = this.#parameters;
    const { motion } = this;
    if (-motion.upMps > kite.crashSpeedMps) this.hasCrashed = true;
    const awayM = Math.sqrt(motion.eastM * motion.eastM + motion.northM * motion.northM);
    this.isBesideCradle = this.#end.isCut || awayM > tether.catchRadiusM;
    this.isOnGround = true;
    this.#isSeated = false;
    this.motion.upM = 0;
    this.#stand();
  }

  /**
   * In the cradle nothing drifts; beside it the Kite moves only when it is dragged. After touch-down the Kite is
   * pulled to the middle and turned to the cradle's heading.
   */
  #stand(): void {
    const isOutside = this.hasCrashed || this.isBesideCradle;
    if (isOutside) this.motion.slide();
    else this.motion.stop();
    this.lean.standOn(this.#deckEast, this.#deckNorth);
    this.yaw.rateDps = 0;
    if (isOutside || this.#isSeated) return;
    const { motion, yaw } = this;
    const keep = 1 - this.#seatingShare;
    motion.eastM *= keep;
    motion.northM *= keep;
    const cradleDeg = nearestTurn(yaw.headingDeg, this.#cradleHeadingDeg);
    const awayDeg = (yaw.headingDeg - cradleDeg) * keep;
    yaw.headingDeg = cradleDeg + awayDeg;
    if (Math.abs(motion.eastM) + Math.abs(motion.northM) + Math.abs(awayDeg) < SEATED) this.seat();
  }
}
