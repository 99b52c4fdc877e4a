import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { EnuPosition } from '../enu-position.ts';
import type { HorizontalEstimator } from '../navigation/horizontal-estimator.ts';
import type { TetherPosition } from '../navigation/tether-position.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import { type TetherEnd, WHOLE_TETHER } from '../tether/tether-end.ts';
import { CONSTELLATION_PERIOD_S, GpsConstellation } from './gps-constellation.ts';
import { GpsErrors } from './gps-error.ts';
import { GpsReceiver } from './gps-receiver.ts';
import { GpsSky } from './gps-sky.ts';

/**
 * Source of the Kite's position: the two receivers, the tether, its own receiver with the Ground Station's last
 * position, or none.
 */
type PositionSource = 'gps' | 'tether' | 'ownGps' | 'none';

/**
 * Position of the Kite relative to the Ground Station: by the difference of the two receivers, in which the common
 * error cancels; without a fix of both, by the tether, which is less accurate and degrades with height; when cut off
 * from the Ground Station, by the Kite's own receiver.
 */
export class RelativePosition {
  readonly #periodSteps: number;
  readonly #skySteps: number;
  readonly #delaySteps: number;
  readonly #stepS: number;
  readonly #constellation: GpsConstellation;
  readonly #skyStartS: number;
  readonly #errors: GpsErrors;
  readonly #tether: TetherPosition;
  /** Cut: no data from the Ground Station. */
  readonly #end: TetherEnd;
  #tetherEastM = 0;
  #tetherNorthM = 0;
  #isTetherKnown = false;
  #source: PositionSource = 'gps';
  readonly #jump: SimulatorParameters['estimationMonitor'];
  #jumpedFixes = 0;
  /** Last known position of the Ground Station. */
  #stationEastM = 0;
  #stationNorthM = 0;
  /** The difference of the receivers is implausible. Set by a monitor. */
  isGpsDistrusted = false;
  /** The stream of RTK corrections is interrupted. Set by a fault. */
  areCorrectionsLost = false;
  /** Position of the Ground Station: metres from where it was at the start. */
  readonly #base = { eastM: 0, northM: 0, upM: 0 };
  readonly #kitePlace = { eastM: 0, northM: 0, upM: 0 };
  readonly kite: GpsReceiver;
  readonly groundStation: GpsReceiver;

  constructor(
    parameters: SimulatorParameters,
    rates: StepRates,
    seed: number,
    tether: TetherPosition,
    end: TetherEnd = WHOLE_TETHER,
  ) {
    this.#end = end;
    const { gps, site, sky } = parameters;
    this.#jump = parameters.estimationMonitor;
    const periodS = rates.seconds(rates.gps);
    const skyPeriodS = rates.seconds(rates.sky);
    this.#periodSteps = rates.gps;
    this.#skySteps = rates.sky;
    this.#stepS = rates.stepS;
    this.#delaySteps = rates.steps(gps.delayS);
    this.#tether = tether;
    const skyRandom = randomStream(seed, 'gps sky');
    // Independent of the clock: the same seed must give the same flight on another day.
    this.#skyStartS = CONSTELLATION_PERIOD_S * skyRandom.uniform();
    this.#constellation = new GpsConstellation(site.latDeg, site.lonDeg, gps.hasGalileo);
    this.#errors = new GpsErrors(gps, randomStream(seed, 'gps'), skyRandom, periodS);
    const coldStartSteps = gps.coldStartS === 0 ? 0 : rates.steps(gps.coldStartS);
    const reacquireSteps = rates.steps(gps.reacquireS);
    const receiver = (name: 'kite' | 'groundStation') => {
      const over = new GpsSky(sky, gps.maskDeg, this.#constellation.size, skyRandom, skyPeriodS);
      const deps = { error: this.#errors[name], sky: over, skyPeriodS };
      return new GpsReceiver(parameters, deps, coldStartSteps, reacquireSteps);
    };
    this.kite = receiver('kite');
    this.groundStation = receiver('groundStation');
    this.#lookUp(this.#base, 0);
    this.#capture(this.#base);
    this.#publish(0);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#tetherEastM, this.#tetherNorthM] = archive.all(this.#tetherEastM, this.#tetherNorthM);
    [this.#isTetherKnown, this.#source] = archive.all(this.#isTetherKnown, this.#source);
    [this.#jumpedFixes, this.#stationEastM] = archive.all(this.#jumpedFixes, this.#stationEastM);
    this.#stationNorthM = archive.of(this.#stationNorthM);
    const { east, north, up } = this.#constellation;
    archive.in(east, north, up, this.#errors, this.#tether, this.#base, this.#kitePlace, this.kite, this.groundStation);
  }

  /** Called at every step: measures and reports at its own rate. */
  step(step: number, kite: EnuPosition, estimate: HorizontalEstimator, isFlying: boolean): void {
    if (step % this.#skySteps === 0) this.#lookUp(kite, step);
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

  /** The last fixes contradict the Kite's inertial estimate. */
  get hasGpsJumped(): boolean {
    return this.#jumpedFixes >= this.#jump.jumpFixes;
  }

  /** The Ground Station has moved there. */
  moveBase({ eastM, northM, upM }: EnuPosition): void {
    this.#base.eastM = eastM;
    this.#base.northM = northM;
    this.#base.upM = upM;
  }

  /** The Kite's corrections come up the tether. */
  #lookUp(kite: EnuPosition, step: number): void {
    const isCorrected = !this.areCorrectionsLost;
    this.#constellation.moveTo(this.#skyStartS + step * this.#stepS);
    this.kite.lookUp(this.#constellation, kite.upM, isCorrected && !this.#end.isCut, step);
    this.groundStation.lookUp(this.#constellation, 0, isCorrected, step);
  }

  #capture(kite: EnuPosition): void {
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
    // The first fix after another source is taken unfiltered: that source may have been wrong.
    const isGpsCarriedOn = source === 'gps' && this.#source === 'gps';
    this.#source = source;
    estimate.isKnown = this.#source !== 'none';
    if (!this.#end.isCut) {
      this.#stationEastM = groundStation.eastM;
      this.#stationNorthM = groundStation.northM;
    }
    if (source !== 'gps') this.#jumpedFixes = 0;
    if (source === 'tether') estimate.correct(this.#tetherEastM, this.#tetherNorthM);
    else if (estimate.isKnown) this.#correctByFix(estimate, isGpsCarriedOn);
  }

  /** A fix that jumps does not correct the estimate: either it returns, or the monitor rejects the source. */
  #correctByFix(estimate: HorizontalEstimator, isCarriedOn: boolean): void {
    const eastM = this.kite.eastM - this.#stationEastM;
    const northM = this.kite.northM - this.#stationNorthM;
    const isJump = isCarriedOn && estimate.surpriseM(eastM, northM) > this.#jump.jumpM;
    this.#jumpedFixes = isJump ? this.#jumpedFixes + 1 : 0;
    if (!isJump) estimate.correct(eastM, northM);
  }

  #bestSource(): PositionSource {
    const { kite, groundStation } = this;
    if (this.#end.isCut) return kite.isTrusted ? 'ownGps' : 'none';
    if (kite.isTrusted && groundStation.isTrusted && !this.isGpsDistrusted) return 'gps';
    return this.#isTetherKnown ? 'tether' : 'none';
  }
}
