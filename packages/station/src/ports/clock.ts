/** Cancels a scheduled call; no effect after it has happened. */
export type Cancel = () => void;

/**
 * Station time. With a simulated aircraft it is the simulation's, so that leases, tokens and notifications run at the
 * simulation's speed.
 */
export interface Clock {
  /** Microseconds since 1970-01-01 UTC, an integer; never goes back. */
  nowUs(): number;
  /** Calls `callback` once when the clock has reached `atUs`; in order of time, then of scheduling. Never synchronously. */
  schedule(atUs: number, callback: () => void): Cancel;
}

export const US_PER_S = 1_000_000;

/** Calls `callback` every `periodUs` from now on, until cancelled. */
export function every(clock: Clock, periodUs: number, callback: () => void): Cancel {
  let cancel: Cancel = () => {};
  const arm = (atUs: number) => {
    cancel = clock.schedule(atUs, () => {
      arm(atUs + periodUs);
      callback();
    });
  };
  arm(clock.nowUs() + periodUs);
  return () => cancel();
}
