import type { FlightWatch } from './flight-watch.ts';

/** Something the aircraft is to reach. */
export interface Goal {
  readonly isReached: (watch: FlightWatch) => boolean;
  /** Metres or degrees that are missing; gets smaller while there is progress. */
  readonly remaining?: (watch: FlightWatch) => number | undefined;
  /** Why it cannot be reached any more. */
  readonly isLost?: (watch: FlightWatch) => string | undefined;
}

/** The aircraft does not get there. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
}

/**
 * Seconds of station time without any progress after which a goal is given up. The longest time in which nothing can be
 * seen to happen is that of the lids (12 s, then they count as stuck) and the checks before a take-off (3 s).
 */
const STALL_S = 30;
/** A fast simulation passes many seconds from one message to the next; this many without progress make a stall. */
const STALL_MESSAGES = 10;
/** Silence of the station, by the real-time clock: the link itself is down. */
const SILENCE_MS = 30_000;
/** Less than this is noise, not progress (metres or degrees). */
const MIN_PROGRESS = 0.1;

/** Waits for the goal, message by message. @throws NotReached, the reason of `signal`, or what ended a topic */
export async function reach(watch: FlightWatch, goal: Goal, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const done = Promise.withResolvers<void>();
  const stall = new StallDetector();
  const silence = setTimeout(() => done.reject(new NotReached('no data from the station for 30 s')), SILENCE_MS);
  const look = () => {
    silence.refresh();
    if (goal.isReached(watch)) return done.resolve();
    const why = goal.isLost?.(watch) ?? stall.observe(watch, goal);
    if (why !== undefined) done.reject(new NotReached(why));
  };
  const stop = () => done.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const leave = watch.onChange(look);
  look();
  try {
    await Promise.race([done.promise, watch.failure]);
  } finally {
    leave();
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}

/** Notices that nothing moves towards the goal any more, whatever speed the station's time runs at. */
class StallDetector {
  #phase = '';
  #best = Number.POSITIVE_INFINITY;
  #sinceS = 0;
  #messages = 0;

  /** @returns why it is a stall, undefined while there is progress */
  observe(watch: FlightWatch, goal: Goal): string | undefined {
    const { flight, system } = watch;
    const phase = `${flight?.flight_state} ${system?.rtb_lids_state} ${system?.drone_id?.status}`;
    const remaining = goal.remaining?.(watch) ?? Number.POSITIVE_INFINITY;
    this.#messages += 1;
    if (phase !== this.#phase || remaining < this.#best - MIN_PROGRESS) {
      this.#phase = phase;
      this.#best = Math.min(this.#best, remaining);
      this.#sinceS = watch.clock.elapsedS();
      this.#messages = 0;
    }
    if (this.#messages < STALL_MESSAGES || watch.clock.elapsedS() - this.#sinceS < STALL_S) return undefined;
    const missing = Number.isFinite(remaining) ? `, ${remaining.toFixed(1)} are missing` : '';
    return `no progress for ${STALL_S} s of station time: flight_state is ${flight?.flight_state}${missing}`;
  }
}
