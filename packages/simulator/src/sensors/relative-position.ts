import type { HorizontalEstimator } from '../navigation/horizontal-estimator.ts';
import type { TetherPosition } from '../navigation/tether-position.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import { GpsErrors } from './gps-error.ts';
import { GpsReceiver, type Place } from './gps-receiver.ts';

/**
 * What the Kite knows its place by: the two receivers, the tether, its own receiver and the Ground Station's last place,
 * or nothing.
 */
export type PositionSource = 'gps' | 'tether' | 'ownGps' | 'none';

/**
 * Where the Kite is against the Ground Station: by the difference of the two receivers, in which their common error
 * cancels; without a fix of both by the tether, which is worse and grows with height; cut off from the Ground Station by
 * the Kite's own receiver.
 */
export class RelativePosition {
  readonly #periodSteps: number;
  readonly #delaySteps: number;
  readonly #errors: GpsErrors;
  readonly #tether: TetherPosition;
  #tetherEastM = 0;
  #tetherNorthM = 0;
  #isTetherKnown = false;
  #source: PositionSource = 'gps';
  readonly #jump: SimulatorParameters['estimationMonitor'];
  #jumpedFixes = 0;
  /** Where the Ground Station was by the last that was heard of it. */
  #stationEastM = 0;
  #stationNorthM = 0;
  /** The tether is cut: nothing comes from the Ground Station. */
  isCutOff = false;
  /** The difference of the receivers can't be right. A fault's monitor sets it. */
  isGpsDistrusted = false;
  /** Where the Ground Station is: metres from where it was at the start. */
  readonly #base = { eastM: 0, northM: 0, upM: 0 };
  readonly #kitePlace = { eastM: 0, northM: 0, upM: 0 };
  readonly kite: GpsReceiver;
  readonly groundStation: GpsReceiver;

  constructor(parameters: SimulatorParameters, rates: StepRates, seed: number, tether: TetherPosition) {
    const { gps } = parameters;
    this.#jump = parameters.estimationMonitor;
    const periodS = rates.seconds(rates.gps);
    this.#periodSteps = rates.gps;
    this.#delaySteps = rates.steps(gps.delayS);
    this.#tether = tether;
    this.#errors = new GpsErrors(gps, randomStream(seed, 'gps'), periodS);
    const coldStartSteps = gps.coldStartS === 0 ? 0 : rates.steps(gps.coldStartS);
    const reacquireSteps = rates.steps(gps.reacquireS);
    this.kite = new GpsReceiver(gps, this.#errors.kite, coldStartSteps, reacquireSteps);
    this.groundStation = new GpsReceiver(gps, this.#errors.groundStation, coldStartSteps, reacquireSteps);
    this.#capture(this.#base);
    this.#publish(0);
  }

  /** At every step: measures and reports at its own rate. */
  step(step: number, kite: Place, estimate: HorizontalEstimator, isFlying: boolean): void {
    const phase = step % this.#periodSteps;
    if (phase === 0) {
      this.#capture(kite);
      estimate.capture();
    }
    if (phase === this.#delaySteps) {
      this.#publish(step);
      if (isFlying) this.#correct(estimate);
      else this.#jumpedFixes = 0;
    }
  }

  get source(): PositionSource {
    return this.#source;
  }

  /** The last fixes are far from where the Kite's own motion leads to. */
  get hasGpsJumped(): boolean {
    return this.#jumpedFixes >= this.#jump.jumpFixes;
  }

  /** The Ground Station has been driven there. */
  moveBase({ eastM, northM, upM }: Place): void {
    this.#base.eastM = eastM;
    this.#base.northM = northM;
    this.#base.upM = upM;
  }

  #capture(kite: Place): void {
    this.#errors.step();
    this.#kitePlace.eastM = this.#base.eastM + kite.eastM;
    this.#kitePlace.northM = this.#base.northM + kite.northM;
    this.#kitePlace.upM = this.#base.upM + kite.upM;
    this.kite.capture(this.#kitePlace);
    this.groundStation.capture(this.#base);
    this.#isTetherKnown = this.#tether.isValid;
    this.#tetherEastM = this.#tether.eastM;
    this.#tetherNorthM = this.#tether.northM;
  }

  #publish(step: number): void {
    this.kite.publish(step);
    this.groundStation.publish(step);
  }

  #correct(estimate: HorizontalEstimator): void {
    const { groundStation } = this;
    const source = this.#bestSource();
    // The first fix after another source is taken as it is: that source may have been wrong.
    const isGpsCarriedOn = source === 'gps' && this.#source === 'gps';
    this.#source = source;
    estimate.isKnown = this.#source !== 'none';
    if (!this.isCutOff) {
      this.#stationEastM = groundStation.eastM;
      this.#stationNorthM = groundStation.northM;
    }
    if (source !== 'gps') this.#jumpedFixes = 0;
    if (source === 'tether') estimate.correct(this.#tetherEastM, this.#tetherNorthM);
    else if (estimate.isKnown) this.#correctByFix(estimate, isGpsCarriedOn);
  }

  /** A fix that jumps does not move the estimate: either it comes back, or the monitor ends the trust in it. */
  #correctByFix(estimate: HorizontalEstimator, isCarriedOn: boolean): void {
    const eastM = this.kite.eastM - this.#stationEastM;
    const northM = this.kite.northM - this.#stationNorthM;
    const isJump = isCarriedOn && estimate.surpriseM(eastM, northM) > this.#jump.jumpM;
    this.#jumpedFixes = isJump ? this.#jumpedFixes + 1 : 0;
    if (!isJump) estimate.correct(eastM, northM);
  }

  #bestSource(): PositionSource {
    const { kite, groundStation } = this;
    if (this.isCutOff) return kite.isTrusted ? 'ownGps' : 'none';
    if (kite.isTrusted && groundStation.isTrusted && !this.isGpsDistrusted) return 'gps';
    return this.#isTetherKnown ? 'tether' : 'none';
  }
}
