import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { AxisMove } from '@kitestring/station-core/ports';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { nearestTurn } from '../angle.ts';
import type { KiteBody, RotorDemand } from '../body/kite-body.ts';
import type { Navigation } from '../navigation/navigation.ts';
import type { OwnModel } from '../navigation/own-model.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import { HeightControl } from './height-control.ts';
import { PanCombination } from './pan-combination.ts';
import { PositionControl } from './position-control.ts';

/*
 * Off ── takeOff, path clear ──▶ SpinUp ── spinUpS ──▶ Flying ◀── setAltitude, holdAltitude ──┐
 *    ▲                               │ land                └───────────── land ──────────▶ Landing
 *    ├───────────────────────────────┘                                                        │
 *    └────────────────────────────────────────── touched down ────────────────────────────────┘
 *   A safety landing cannot be aborted, and ends in a lock that only `reset` releases.
 */
type AutopilotPhase = 'Off' | 'SpinUp' | 'Flying' | 'Landing';

/** Autopilot on board the Kite: turns commands into demands on the rotors. */
export class Autopilot implements RotorDemand {
  readonly #parameters: SimulatorParameters;
  readonly #weightN: number;
  readonly #thrustScale: number;
  readonly #periodS: number;
  readonly #gimbalPeriodS: number;
  readonly #body: KiteBody;
  readonly #navigation: Navigation;
  readonly #height: HeightControl;
  readonly #position: PositionControl;
  #phase: AutopilotPhase = 'Off';
  #wantsTakeOff = false;
  #takeOffHeightM = 0;
  #timerS = 0;
  #isSafetyLanding = false;
  #isLocked = false;
  #cradleHeadingDeg = 0;
  #isAligning = false;
  readonly pan: PanCombination;
  /** Demanded thrust, newton. */
  thrustN = 0;

  constructor({ parameters, thrustScale }: OwnModel, rates: StepRates, body: KiteBody, navigation: Navigation) {
    this.#parameters = parameters;
    this.#thrustScale = thrustScale;
    this.#weightN = parameters.kite.massKg * GRAVITY_MPS2;
    this.#periodS = rates.seconds(rates.control);
    this.#gimbalPeriodS = rates.seconds(rates.gimbal);
    this.#body = body;
    this.#navigation = navigation;
    this.#height = new HeightControl(parameters, body.rotors.limitN * thrustScale, this.#periodS);
    this.#position = new PositionControl(parameters, this.#periodS);
    this.pan = new PanCombination(parameters, navigation.heading.headingDeg);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#phase, this.#wantsTakeOff] = archive.all(this.#phase, this.#wantsTakeOff);
    [this.#takeOffHeightM, this.#timerS] = archive.all(this.#takeOffHeightM, this.#timerS);
    [this.#isSafetyLanding, this.#isLocked] = archive.all(this.#isSafetyLanding, this.#isLocked);
    [this.#cradleHeadingDeg, this.#isAligning] = archive.all(this.#cradleHeadingDeg, this.#isAligning);
    archive.in(this.#height, this.#position, this.pan);
  }

  get phase(): AutopilotPhase {
    return this.#phase;
  }

  /** The Kite tilts until its estimate equals the demand. */
  get leanEast(): number {
    return this.#position.leanEast - this.#navigation.lean.offEast;
  }

  get leanNorth(): number {
    return this.#position.leanNorth - this.#navigation.lean.offNorth;
  }

  get yaw(): PanCombination {
    return this.pan;
  }

  /** Height setpoint, metres. */
  get heightSetpointM(): number {
    return this.#height.setpoint.position;
  }

  /** Rate of the height setpoint, m/s. */
  get heightRateMps(): number {
    return this.#phase === 'Off' ? 0 : this.#height.setpoint.rate;
  }

  takeOff(heightM: number): void {
    if (this.#phase !== 'Off' || this.#isLocked) return;
    this.#wantsTakeOff = true;
    this.#takeOffHeightM = this.#reachable(heightM);
  }

  setAltitude(heightM: number): void {
    const reachableM = this.#reachable(heightM);
    if (this.#phase === 'SpinUp' || this.#wantsTakeOff) this.#takeOffHeightM = reachableM;
    else if (this.#isSteerable) this.#flyTo(reachableM);
  }

  holdAltitude(): void {
    if (!this.#isSteerable) return;
    this.#phase = 'Flying';
    this.#isAligning = false;
    this.#height.goal = 'hold';
  }

  land(how: 'normal' | 'safety'): void {
    this.#wantsTakeOff = false;
    if (this.#phase === 'SpinUp' && this.#body.isOnGround) this.#stopMotors();
    if (this.#phase === 'Off') return;
    if (this.#phase !== 'Landing') this.#beginLanding();
    if (how === 'safety') this.#isSafetyLanding = true;
    const { normalRateMps, safetyRateMps } = this.#parameters.flight;
    this.#height.rateMps = this.#isSafetyLanding ? safetyRateMps : normalRateMps;
  }

  reset(): void {
    this.#isLocked = false;
  }

  /** In the air only: in its cradle the Kite cannot turn, and the camera looks ahead. */
  movePan(move: AxisMove): void {
    if (this.#body.isOnGround || this.#isAligning || this.#body.rotors.isYawFree) return;
    this.pan.move(move, this.#gimbalPeriodS);
  }

  /** Holds the present position instead of the Ground Station's: the tether no longer holds the Kite there. */
  stayHere(): void {
    const { eastM, northM } = this.#navigation.horizontal;
    this.#position.goTo(eastM, northM);
  }

  /** The cradle has turned, as measured by the Ground Station's inertial sensor. */
  turnCradle(stepDeg: number): void {
    this.#cradleHeadingDeg += stepDeg;
  }

  /** Power of the Kite fails or is switched off: the motors stop at once, also in flight. */
  switchOff(): void {
    this.#wantsTakeOff = false;
    this.#isLocked = false;
    this.#stopMotors();
  }

  /** One step of the controllers. @param isPathClear nothing is above the cradle */
  update(isPathClear: boolean): void {
    if (this.#phase === 'Off') {
      if (this.#wantsTakeOff && isPathClear) this.#startMotors();
      return;
    }
    if (this.#phase === 'SpinUp' && !this.#spinUp()) return;
    this.#fly();
    if (this.#phase === 'Landing') this.#watchLanding();
  }

  /** One step of pan, at the gimbal's rate. */
  updatePan(): void {
    const { heading } = this.#navigation;
    // A Kite without heading control carries its camera along: pan commands are impossible and pending ones end.
    if (this.#body.isOnGround || this.#body.rotors.isYawFree) this.pan.settleAt(heading.headingDeg);
    else this.pan.step(heading.headingDeg, this.#body.yaw.rateDps, this.#gimbalPeriodS);
  }

  /** Hover thrust that carries Kite and tether in a calm, as a share of the maximum thrust in the present air. */
  get hoverThrustShare(): number {
    const neededN = this.#weightN + this.#parameters.tension.calmN;
    return this.#limitN > 0 ? neededN / this.#limitN : 0;
  }

  /** Limit of the motors that the Kite still uses, newton, by its own model. */
  get #limitN(): number {
    return this.#body.rotors.limitN * this.#thrustScale;
  }

  /** A safety landing is carried out whatever else is commanded. */
  get #isSteerable(): boolean {
    return this.#phase === 'Flying' || (this.#phase === 'Landing' && !this.#isSafetyLanding);
  }

  #reachable(heightM: number): number {
    if (!Number.isFinite(heightM)) throw new RangeError(`a height must be a number, got ${heightM}`);
    return Math.max(0, Math.min(this.#parameters.flight.maxHeightM, heightM));
  }

  #flyTo(heightM: number): void {
    this.#phase = 'Flying';
    this.#isAligning = false;
    this.#height.goal = 'reach';
    this.#height.rateMps = this.#parameters.flight.normalRateMps;
    this.#height.setpoint.target = heightM;
  }

  #startMotors(): void {
    this.#wantsTakeOff = false;
    this.#phase = 'SpinUp';
    this.#timerS = 0;
    this.#cradleHeadingDeg = this.#navigation.heading.headingDeg;
    this.thrustN = this.#parameters.rotor.idleShare * this.#body.rotors.limitN;
  }

  /** @returns true when the rotors are up to speed */
  #spinUp(): boolean {
    this.#timerS += this.#periodS;
    if (this.#timerS < this.#parameters.flight.spinUpS) return false;
    this.#height.start();
    this.#position.goTo(0, 0);
    this.#flyTo(this.#takeOffHeightM);
    return true;
  }

  #stopMotors(): void {
    this.#phase = 'Off';
    this.#isAligning = false;
    this.thrustN = 0;
    this.#position.level();
  }

  #beginLanding(): void {
    this.#phase = 'Landing';
    this.#timerS = 0;
    this.#height.goal = 'descend';
  }

  /** Height has the first claim on the thrust, tilt the second. */
  #fly(): void {
    const { height, horizontal, disturbance } = this.#navigation;
    this.#height.limitN = this.#limitN;
    this.#height.update(height, disturbance);
    const verticalN = this.#height.verticalThrustN;
    // Without a position to hold, a level Kite settles where wind and tether balance.
    if (this.#body.isOnGround || !horizontal.isKnown) {
      this.#position.level();
    } else {
      const most = verticalN > 0 ? this.#limitN / verticalN : 1;
      this.#position.leanLimit = Math.sqrt(Math.max(0, most * most - 1));
      this.#position.upMps2 = verticalN / this.#parameters.kite.massKg;
      this.#position.update(horizontal, disturbance);
    }
    // Rotor speed is set for the thrust by the model's figures, not the true ones.
    this.thrustN = Math.min(this.#limitN, verticalN * this.#body.lean.stretch) / this.#thrustScale;
  }

  #watchLanding(): void {
    const { height } = this.#navigation;
    const { touchDownThrustShare, touchDownSpeedMps, touchDownS } = this.#parameters.flight;
    if (!this.#isAligning && !this.#body.rotors.isYawFree) this.#alignInTime();
    const isLight = this.thrustN < touchDownThrustShare * this.#weightN;
    const isStill = Math.abs(height.climbRateMps) < touchDownSpeedMps;
    this.#timerS = isLight && isStill ? this.#timerS + this.#periodS : 0;
    if (this.#timerS >= touchDownS) this.#endLanding();
  }

  /** Starts to turn to the cradle's heading so late that it arrives just before touch-down. */
  #alignInTime(): void {
    const { height, heading } = this.#navigation;
    const wantedDeg = nearestTurn(heading.headingDeg, this.#cradleHeadingDeg);
    const turnS = Math.abs(wantedDeg - heading.headingDeg) / this.#parameters.gimbal.moveRateDps;
    const neededS = turnS + this.#parameters.flight.alignMarginS;
    if (height.heightM > neededS * this.#height.rateMps) return;
    this.#isAligning = true;
    this.pan.align(wantedDeg, this.#gimbalPeriodS);
  }

  #endLanding(): void {
    this.#isLocked = this.#isSafetyLanding;
    this.#isSafetyLanding = false;
    this.#stopMotors();
  }
}
