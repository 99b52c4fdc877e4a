import type { GpsError } from './gps-error.ts';

/** Where something is, metres east, north and up of the Ground Station. */
export interface Place {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
}

/** A receiver: measures, and has the position ready a little later. */
export class GpsReceiver {
  readonly #error: GpsError;
  readonly #reacquireSteps: number;
  #fixFromStep: number;
  #seesSky = true;
  #capturedEastM = 0;
  #capturedNorthM = 0;
  #capturedUpM = 0;
  #hasFix = false;
  /** The position as last reported, metres east, north and up of the Ground Station's true place. */
  eastM = 0;
  northM = 0;
  upM = 0;

  /** @param coldStartSteps steps to the first fix; 0 has one from the start */
  constructor(error: GpsError, coldStartSteps: number, reacquireSteps: number) {
    this.#error = error;
    this.#fixFromStep = coldStartSteps;
    this.#reacquireSteps = reacquireSteps;
  }

  get hasFix(): boolean {
    return this.#hasFix;
  }

  /** The sky comes into view, or is covered. */
  setSky(isClear: boolean, step: number): void {
    if (isClear && !this.#seesSky) this.#fixFromStep = step + this.#reacquireSteps;
    this.#seesSky = isClear;
    if (!isClear) this.#hasFix = false;
  }

  /** Measures now. */
  capture(at: Place): void {
    this.#error.step();
    this.#capturedEastM = at.eastM + this.#error.eastM;
    this.#capturedNorthM = at.northM + this.#error.northM;
    this.#capturedUpM = at.upM + this.#error.upM;
  }

  /** Reports what was measured. */
  publish(step: number): void {
    this.#hasFix = this.#seesSky && step >= this.#fixFromStep;
    if (!this.#hasFix) return;
    this.eastM = this.#capturedEastM;
    this.northM = this.#capturedNorthM;
    this.upM = this.#capturedUpM;
  }
}
