import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { STATE, type StateArchive, type Stateful } from '../snapshot/state-archive.ts';

/** Starts and stops recordings, one at a time. */
interface FlightRecorder {
  /** Whether flights are to be recorded. */
  readonly followsFlights: boolean;
  readonly isRecording: boolean;
  /** Whether the running recording was started by a flight. */
  readonly isAutomatic: boolean;
  start(isAutomatic: boolean): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Starts a recording with each flight and ends it with the flight; does not touch recordings started by clients. */
export class FlightFollower implements Stateful {
  readonly #recordings: FlightRecorder;
  #wasFlying = false;

  constructor(recordings: FlightRecorder) {
    this.#recordings = recordings;
  }

  [STATE](archive: StateArchive): void {
    this.#wasFlying = archive.of(this.#wasFlying);
  }

  /** Call with the flight state whenever it may have changed. */
  follow(state: FlightStateName): void {
    // A lost link does not end a flight.
    if (state === 'Unknown') return;
    const isFlying = state !== 'StandBy';
    if (isFlying === this.#wasFlying) return;
    this.#wasFlying = isFlying;
    if (!this.#recordings.followsFlights) return;
    if (isFlying && !this.#recordings.isRecording) void this.#recordings.start(true);
    else if (!isFlying && this.#recordings.isAutomatic) void this.#recordings.stop();
  }
}
