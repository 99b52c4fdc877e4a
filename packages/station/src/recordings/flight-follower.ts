import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { STATE, type StateArchive, type Stateful } from '../snapshot/state-archive.ts';

/** Starts and stops recordings, one at a time. */
interface FlightRecorder {
  /** Whether flights are to be recorded. */
  readonly followsFlights: boolean;
  /** Whether there is a camera to record. */
  readonly hasStreams: boolean;
  readonly isRecording: boolean;
  /** Whether the running recording was started by a flight. */
  readonly isAutomatic: boolean;
  start(isAutomatic: boolean): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Starts a recording with each flight, or as soon as the camera is up, and ends it with the flight; does not touch recordings started by clients. */
export class FlightFollower implements Stateful {
  readonly #recordings: FlightRecorder;
  #wasFlying = false;
  /** The flight is to be recorded, and nothing of it is yet. */
  #isDue = false;

  constructor(recordings: FlightRecorder) {
    this.#recordings = recordings;
  }

  [STATE](archive: StateArchive): void {
    [this.#wasFlying, this.#isDue] = archive.all(this.#wasFlying, this.#isDue);
  }

  /** Call with the flight state whenever it may have changed. */
  follow(state: FlightStateName): void {
    // A lost link does not end a flight.
    if (state === 'Unknown') return;
    const isFlying = state !== 'StandBy';
    const { followsFlights, isAutomatic } = this.#recordings;
    if (isFlying !== this.#wasFlying) {
      this.#wasFlying = isFlying;
      this.#isDue = isFlying && followsFlights;
      if (!isFlying && followsFlights && isAutomatic) void this.#recordings.stop();
    }
    if (!this.#isDue || !(this.#recordings.isRecording || this.#recordings.hasStreams)) return;
    this.#isDue = false;
    if (!this.#recordings.isRecording) void this.#recordings.start(true);
  }
}
