import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';

/** When the present flight began, so that what the camera leaves can be found by flight. */
export class FlightStart {
  #isFlying = false;
  #lastUs: number | undefined;

  /** Call with the flight state whenever it may have changed. */
  follow(state: FlightStateName, nowUs: number): void {
    // A lost link does not end a flight.
    if (state === 'Unknown') return;
    const isFlying = state !== 'StandBy';
    if (isFlying && !this.#isFlying) this.#lastUs = nowUs;
    this.#isFlying = isFlying;
  }

  /** The flight of what began then: the present one, or a later one. */
  since(startedUs: number): number | undefined {
    return this.#isFlying || (this.#lastUs ?? Number.NEGATIVE_INFINITY) >= startedUs ? this.#lastUs : undefined;
  }
}
