import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive, type Stateful } from '@kitestring/base/state-archive.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';

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

/** Pause before the second attempt of a flight; each further one is twice as long, up to the longest. */
const FIRST_PAUSE_S = 10;
/** Short enough that a disk which has space again late in a flight records the rest of it. */
const LONGEST_PAUSE_S = 60;

/**
 * Starts a recording with each flight, or as soon as the camera is up, and ends it with the flight; does not touch
 * recordings started by clients. One that does not begin, or ends without a command, is tried again in the same flight.
 */
export class FlightFollower implements Stateful {
  readonly #recordings: FlightRecorder;
  #wasFlying = false;
  /** The flight is to be recorded: until a client stops that. */
  #isWanted = false;
  /** A start is due, as soon as it is possible. */
  #isDue = false;
  /** Station time before which no further attempt is made. */
  #notBeforeUs = 0;
  #pauseS = FIRST_PAUSE_S;

  constructor(recordings: FlightRecorder) {
    this.#recordings = recordings;
  }

  [STATE](archive: StateArchive): void {
    [this.#wasFlying, this.#isWanted, this.#isDue] = archive.all(this.#wasFlying, this.#isWanted, this.#isDue);
    [this.#notBeforeUs, this.#pauseS] = archive.all(this.#notBeforeUs, this.#pauseS);
  }

  /** Call with the flight state whenever it may have changed, and regularly. */
  follow(state: FlightStateName, nowUs: number): void {
    // A lost link does not end a flight.
    if (state === 'Unknown') return;
    const isFlying = state !== 'StandBy';
    const { followsFlights, isAutomatic } = this.#recordings;
    if (isFlying !== this.#wasFlying) {
      this.#wasFlying = isFlying;
      this.#isWanted = isFlying && followsFlights;
      this.#isDue = this.#isWanted;
      if (isFlying) [this.#notBeforeUs, this.#pauseS] = [nowUs, FIRST_PAUSE_S];
      if (!isFlying && followsFlights && isAutomatic) void this.#recordings.stop();
    }
    if (!this.#isDue || nowUs < this.#notBeforeUs) return;
    if (!(this.#recordings.isRecording || this.#recordings.hasStreams)) return;
    this.#isDue = false;
    if (!this.#recordings.isRecording) void this.#recordings.start(true);
  }

  /**
   * The recording of the flight has not begun, or has ended without a command.
   * @returns whether that is the first time in this flight
   */
  failed(nowUs: number): boolean {
    const isFirst = this.#pauseS === FIRST_PAUSE_S;
    if (!this.#isWanted) return isFirst;
    this.#isDue = true;
    this.#notBeforeUs = nowUs + this.#pauseS * US_PER_S;
    this.#pauseS = Math.min(2 * this.#pauseS, LONGEST_PAUSE_S);
    return isFirst;
  }

  /** A recording was stopped by command: the rest of the flight is not recorded. */
  stopped(): void {
    this.#isWanted = false;
    this.#isDue = false;
  }
}
