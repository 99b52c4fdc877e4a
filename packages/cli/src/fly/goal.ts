import { Fault } from '@kitestring/base/fault.ts';
import { STALL_S, StallDetector } from '@kitestring/client/stall-detector.ts';
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
export class NotReachedFault extends Fault {}

/** Silence of the station, by the real-time clock: the link itself is down. */
const SILENCE_MS = 30_000;
/** Waits for the goal, message by message. @throws NotReachedFault, the reason of `signal`, or what ended a topic */
export async function reach(watch: FlightWatch, goal: Goal, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const done = Promise.withResolvers<void>();
  const stall = new StallDetector();
  const silence = setTimeout(() => done.reject(new NotReachedFault('no data from the station for 30 s')), SILENCE_MS);
  const look = () => {
    silence.refresh();
    if (goal.isReached(watch)) return done.resolve();
    const why = goal.isLost?.(watch) ?? stallOf(stall, watch, goal);
    if (why !== undefined) done.reject(new NotReachedFault(why));
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

/** @returns why it is a stall, undefined while there is progress */
function stallOf(stall: StallDetector, watch: FlightWatch, goal: Goal): string | undefined {
  const { clock, flight, system } = watch;
  const phase = `${flight?.flight_state} ${system?.rtb_lids_state} ${system?.drone_id?.status}`;
  const remaining = goal.remaining?.(watch);
  if (!stall.observe(phase, remaining, clock.elapsedS())) return undefined;
  const missing = remaining === undefined ? '' : `, ${remaining.toFixed(1)} remaining`;
  return `no progress for ${STALL_S} s of station time: flight_state is ${flight?.flight_state}${missing}`;
}
