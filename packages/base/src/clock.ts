/** Cancels a scheduled call; no effect after it has happened. */
export type Cancel = () => void;

/** Station time. With a simulated aircraft it is the simulation's, so that leases, tokens and notifications run at the simulation's speed. */
export interface Clock {
  /** Microseconds since 1970-01-01 UTC, an integer; goes back only where a simulated station is reset to a snapshot. */
  nowUs(): number;
  /**
   * Calls `callback` once when the clock has reached `atUs`; in order of time, then of scheduling. Never synchronously. It receives
   * the time at which it was due, which has moved with a clock that was set to another time.
   */
  schedule(atUs: number, callback: (dueUs?: number) => void): Cancel;
}

export const US_PER_S = 1_000_000;

/** Calls `callback` every `periodUs` from now on, until cancelled. */
export function every(clock: Clock, periodUs: number, callback: () => void): Cancel {
  let cancel: Cancel = () => {};
  const arm = (atUs: number) => {
    cancel = clock.schedule(atUs, (dueUs = atUs) => {
      arm(dueUs + periodUs);
      callback();
    });
  };
  arm(clock.nowUs() + periodUs);
  return () => cancel();
}
