import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import type { Recordings } from './recordings.ts';

/** Begins a recording with each flight and ends it with the flight; one that somebody else began is left alone. */
export class FlightFollower {
  readonly #recordings: Pick<Recordings, 'start' | 'stop' | 'isRecording' | 'isAutomatic'>;
  #wasFlying = false;

  constructor(recordings: Pick<Recordings, 'start' | 'stop' | 'isRecording' | 'isAutomatic'>) {
    this.#recordings = recordings;
  }

  /** To be told the state of the flight whenever it may have changed. */
  follow(state: FlightStateName): void {
    // A link that is lost ends no flight.
    if (state === 'Unknown') return;
    const isFlying = state !== 'StandBy';
    if (isFlying === this.#wasFlying) return;
    this.#wasFlying = isFlying;
    if (isFlying && !this.#recordings.isRecording) void this.#recordings.start(true);
    else if (!isFlying && this.#recordings.isAutomatic) void this.#recordings.stop();
  }
}
