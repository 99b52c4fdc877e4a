import type { SimulatorParameters } from '../parameters.ts';
import type { GpsError } from './gps-error.ts';

/** Where something is, metres east, north and up of the Ground Station. */
export interface Place {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
}

/** A receiver: measures, and has the position ready a little later. */
export class GpsReceiver {
  readonly #gps: SimulatorParameters['gps'];
  readonly #error: GpsError;
  readonly #reacquireSteps: number;
  #fixFromStep = 0;
  #seesSky = true;
  #isJammed = false;
  #isReceiving = true;
  /** Too few satellites, reflections: times the usual error. */
  errorFactor = 1;
  /** A step of the position by reflections, metres. */
  multipathEastM = 0;
  multipathNorthM = 0;
  #capturedEastM = 0;
  #capturedNorthM = 0;
  #capturedUpM = 0;
  #hasFix = false;
  /** The position as last reported, metres east, north and up of the Ground Station's true place. */
  eastM = 0;
  northM = 0;
  upM = 0;

  /** @param coldStartSteps steps to the first fix; 0 has one from the start */
  constructor(gps: SimulatorParameters['gps'], error: GpsError, coldStartSteps: number, reacquireSteps: number) {
    this.#gps = gps;
    this.#error = error;
    this.#fixFromStep = coldStartSteps;
    this.#reacquireSteps = reacquireSteps;
  }

  get hasFix(): boolean {
    return this.#hasFix;
  }

  /** The standard deviation that it states, metres. With few satellites it states more than it errs. */
  get accuracyM(): number {
    const { statedAccuracyM, fewSatellitesFactor } = this.#gps;
    return this.errorFactor === 1 ? statedAccuracyM : statedAccuracyM * this.errorFactor * fewSatellitesFactor;
  }

  /** There is a fix that is good enough to fly by. */
  get isTrusted(): boolean {
    return this.#hasFix && this.accuracyM <= this.#gps.worstTrustedM;
  }

  /** The sky comes into view, or is covered. */
  setSky(isClear: boolean, step: number): void {
    this.#seesSky = isClear;
    this.#loseOrReacquire(step);
  }

  /** Another signal drowns the satellites' or no longer does, whatever the sky. */
  setJammed(isJammed: boolean, step: number): void {
    this.#isJammed = isJammed;
    this.#loseOrReacquire(step);
  }

  #loseOrReacquire(step: number): void {
    const isReceiving = this.#seesSky && !this.#isJammed;
    if (isReceiving && !this.#isReceiving) this.#fixFromStep = step + this.#reacquireSteps;
    this.#isReceiving = isReceiving;
    if (!isReceiving) this.#hasFix = false;
  }

  /** Measures now. */
  capture(at: Place): void {
    this.#error.step();
    this.#capturedEastM = at.eastM + this.errorFactor * this.#error.eastM + this.multipathEastM;
    this.#capturedNorthM = at.northM + this.errorFactor * this.#error.northM + this.multipathNorthM;
    this.#capturedUpM = at.upM + this.errorFactor * this.#error.upM;
  }

  /** Reports what was measured. */
  publish(step: number): void {
    this.#hasFix = this.#isReceiving && step >= this.#fixFromStep;
    if (!this.#hasFix) return;
    this.eastM = this.#capturedEastM;
    this.northM = this.#capturedNorthM;
    this.upM = this.#capturedUpM;
  }
}
