import { STATE, type StateArchive, type Stateful } from '@kitestring/base/state-archive.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';

/** When the present flight began, so that what the camera leaves can be found by flight. */
export class FlightStart implements Stateful {
  #isFlying = false;
  #lastUs: number | undefined;

  [STATE](archive: StateArchive): void {
    [this.#isFlying, this.#lastUs] = archive.all(this.#isFlying, this.#lastUs);
  }

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
