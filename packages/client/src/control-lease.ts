/** Starts a stopwatch. @returns a function that returns the elapsed milliseconds */
type StartStopwatch = () => () => number;

/** Default lease of control: time after which control lapses unless it is renewed, seconds of station time. */
export const LEASE_S = 10;
/** Share of a lease after which it is renewed: two renewals may be lost on the way. */
const RENEW_SHARE = 0.35;

/** A stopwatch on the monotonic clock and on the one that continues during sleep of the machine, whichever is ahead. */
const sleepProofStopwatch: StartStopwatch = () => {
  const [monotonicMs, epochMs] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - monotonicMs, Date.now() - epochMs);
};

interface ControlLeaseOptions {
  /** Lease, counted from the granted request, milliseconds. */
  readonly leaseMs: () => number;
  /**
   * Control counts as held for at least as long, milliseconds of real time; 0 when absent. The lease of a fast simulation
   * can end sooner than a busy machine answers: a renewal that comes later is as good, unless another client took control.
   */
  readonly heldAtLeastMs?: number;
  readonly startStopwatch?: StartStopwatch;
}

/**
 * When control must be renewed, and when it is lost.
 *
 * Invariant: control that was not renewed in time is lost, and is never requested again automatically. The client knows
 * this by its own clock before the station can report it: a renewal after an outage would arrive before that report.
 */
export class ControlLease {
  readonly #options: ControlLeaseOptions;
  readonly #start: StartStopwatch;
  #sinceAsked: (() => number) | undefined;
  #sinceGranted: (() => number) | undefined;

  constructor(options: ControlLeaseOptions) {
    this.#options = options;
    this.#start = options.startStopwatch ?? sleepProofStopwatch;
  }

  /**
   * Called when a request is sent.
   * @returns its age, for `granted`: the lease starts after the request, never before
   */
  ask(): () => number {
    this.#sinceAsked = this.#start();
    return this.#sinceAsked;
  }

  /** @param sinceAsked age of the request; absent where control came from the queue or was held before */
  granted(sinceAsked: () => number = this.#start()): void {
    this.#sinceGranted = sinceAsked;
  }

  /** Control is not held, or no longer. */
  ended(): void {
    this.#sinceGranted = undefined;
  }

  get isHeld(): boolean {
    return this.#sinceGranted !== undefined;
  }

  /** Milliseconds for which control counts as held without a renewal; undefined when it is not held. */
  get leftMs(): number | undefined {
    const { heldAtLeastMs = 0, leaseMs } = this.#options;
    return this.#sinceGranted === undefined ? undefined : Math.max(leaseMs(), heldAtLeastMs) - this.#sinceGranted();
  }

  get hasLapsed(): boolean {
    return (this.leftMs ?? 1) <= 0;
  }

  /** Milliseconds until the next renewal; 0 or less when it is due. */
  get renewInMs(): number {
    return this.#sinceAsked === undefined ? 0 : this.#options.leaseMs() * RENEW_SHARE - this.#sinceAsked();
  }
}
