import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { EnuPosition } from '../enu-position.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { GpsConstellation } from './gps-constellation.ts';
import { GpsCorrections } from './gps-corrections.ts';
import { GpsDilution } from './gps-dilution.ts';
import type { GpsError } from './gps-error.ts';
import type { GpsSky } from './gps-sky.ts';

/** Receivers filter: a satellite that appears or disappears moves the position gradually. Assumed. */
const DILUTION_TIME_S = 10;

/** Three for the position and one for the clock. */
const LEAST_SATELLITES = 4;

/** Parts of a receiver. */
interface GpsReceiverDeps {
  readonly error: GpsError;
  readonly sky: GpsSky;
  /** Time between two evaluations of the sky. */
  readonly skyPeriodS: number;
}

/** A receiver: measures, and outputs the position a little later. */
export class GpsReceiver {
  readonly #gps: SimulatorParameters['gps'];
  readonly #sky: GpsSky;
  readonly #skyPeriodS: number;
  readonly #dilutionShare: number;
  readonly #error: GpsError;
  readonly #reacquireSteps: number;
  #fixFromStep = 0;
  #seesSky = true;
  #isJammed = false;
  #hasSatellites = true;
  #hasLooked = false;
  #isReceiving = true;
  /** Multiple of the usual error: too few satellites, multipath. */
  errorFactor = 1;
  /** Multipath step of the position, metres. */
  multipathEastM = 0;
  multipathNorthM = 0;
  #capturedEastM = 0;
  #capturedNorthM = 0;
  #capturedUpM = 0;
  #hasFix = false;
  /** Dilution of the satellites in view. */
  readonly dilution = new GpsDilution();
  readonly corrections: GpsCorrections;
  /** Last reported position, metres east, north and up of the Ground Station's true position. */
  eastM = 0;
  northM = 0;
  upM = 0;

  /** @param coldStartSteps steps to the first fix; 0: has one from the start */
  constructor(
    { gps, rtk }: Pick<SimulatorParameters, 'gps' | 'rtk'>,
    { error, sky, skyPeriodS }: GpsReceiverDeps,
    coldStartSteps: number,
    reacquireSteps: number,
  ) {
    this.#gps = gps;
    this.#error = error;
    this.#sky = sky;
    this.#skyPeriodS = skyPeriodS;
    this.#dilutionShare = lagShare(skyPeriodS, DILUTION_TIME_S);
    this.corrections = new GpsCorrections(rtk);
    this.#fixFromStep = coldStartSteps;
    this.#reacquireSteps = reacquireSteps;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#fixFromStep, this.#seesSky, this.#isJammed] = archive.all(this.#fixFromStep, this.#seesSky, this.#isJammed);
    [this.#hasSatellites, this.#hasLooked] = archive.all(this.#hasSatellites, this.#hasLooked);
    [this.#isReceiving, this.#capturedEastM] = archive.all(this.#isReceiving, this.#capturedEastM);
    [this.#capturedNorthM, this.#capturedUpM] = archive.all(this.#capturedNorthM, this.#capturedUpM);
    this.#hasFix = archive.of(this.#hasFix);
    archive.in(this.#sky, this.#error, this.dilution, this.corrections);
  }

  get hasFix(): boolean {
    return this.#hasFix;
  }

  /**
   * Reported standard deviation, metres. With few satellites it is larger than the actual error; multipath is not
   * included.
   */
  get accuracyM(): number {
    const { statedAccuracyM, fewSatellitesFactor } = this.#gps;
    const error = this.#error;
    const usualM = error.goesByPhases ? error.phaseHorizontalM : statedAccuracyM * error.dilutionHorizontal;
    return this.errorFactor === 1 ? usualM : usualM * this.errorFactor * fewSatellitesFactor;
  }

  /** A fix that is accurate enough for flight. */
  get isTrusted(): boolean {
    return this.#hasFix && this.accuracyM <= this.#gps.worstTrustedM;
  }

  /** Clears or covers the sky. */
  setSky(isClear: boolean, step: number): void {
    this.#seesSky = isClear;
    this.#loseOrReacquire(step);
  }

  /** Starts or ends jamming, whatever the sky. */
  setJammed(isJammed: boolean, step: number): void {
    this.#isJammed = isJammed;
    this.#loseOrReacquire(step);
  }

  /**
   * Evaluates the sky: which satellites are in view, and their geometry.
   * @param heightM of the receiver above the Ground Station
   * @param isCorrected corrections arrive
   */
  lookUp(constellation: GpsConstellation, heightM: number, isCorrected: boolean, step: number): void {
    this.#sky.look(constellation, heightM);
    this.dilution.update(constellation, this.#sky.seen);
    const { satellites, horizontal, vertical } = this.dilution;
    const isOpen = Math.sqrt(horizontal * horizontal + vertical * vertical) <= this.#gps.mostDilution;
    this.#hasSatellites = satellites >= LEAST_SATELLITES && isOpen;
    this.#loseOrReacquire(step);
    this.#followDilution(heightM);
    const usable = this.errorFactor === 1 ? satellites : LEAST_SATELLITES;
    this.#correct(isCorrected, this.#isReceiving ? usable : 0);
  }

  #followDilution(heightM: number): void {
    const error = this.#error;
    error.reflectedM = this.#gps.reflectedM * this.#sky.coveredShare(heightM);
    if (!this.#hasSatellites) return;
    const { openHorizontalDilution, openVerticalDilution } = this.#gps;
    // The first value is taken unfiltered.
    const share = this.#hasLooked ? this.#dilutionShare : 1;
    this.#hasLooked = true;
    error.dilutionHorizontal += share * (this.dilution.horizontal / openHorizontalDilution - error.dilutionHorizontal);
    error.dilutionVertical += share * (this.dilution.vertical / openVerticalDilution - error.dilutionVertical);
  }

  #correct(isCorrected: boolean, satellites: number): void {
    const error = this.#error;
    this.corrections.step(isCorrected, satellites, this.#skyPeriodS);
    error.goesByPhases = this.corrections.state !== 'none';
    error.phaseHorizontalM = this.corrections.horizontalM;
    error.phaseVerticalM = this.corrections.verticalM;
  }

  #loseOrReacquire(step: number): void {
    const isReceiving = this.#seesSky && !this.#isJammed && this.#hasSatellites;
    if (isReceiving && !this.#isReceiving) this.#fixFromStep = step + this.#reacquireSteps;
    this.#isReceiving = isReceiving;
    if (!isReceiving) this.#hasFix = false;
  }

  /** Measures now. */
  capture(at: EnuPosition): void {
    this.#error.step();
    this.#capturedEastM = at.eastM + this.errorFactor * this.#error.eastM + this.multipathEastM;
    this.#capturedNorthM = at.northM + this.errorFactor * this.#error.northM + this.multipathNorthM;
    this.#capturedUpM = at.upM + this.errorFactor * this.#error.upM;
  }

  /** Outputs what was measured. */
  publish(step: number): void {
    this.#hasFix = this.#isReceiving && step >= this.#fixFromStep;
    if (!this.#hasFix) return;
    this.eastM = this.#capturedEastM;
    this.northM = this.#capturedNorthM;
    this.upM = this.#capturedUpM;
  }
}
