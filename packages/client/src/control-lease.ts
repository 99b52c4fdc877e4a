/** Starts to count. @returns what tells the milliseconds since then */
type StartStopwatch = () => () => number;

/** Default lease of control: the time after which control lapses unless it is renewed, seconds of station time. */
export const LEASE_S = 10;
/** Share of a lease after which it is renewed: two renewals may be lost on the way. */
const RENEW_SHARE = 0.35;

/** Counts by the clock that only runs forward and by the one that goes on while the machine sleeps, whichever is ahead. */
const sleepProofStopwatch: StartStopwatch = () => {
  const [monotonicMs, epochMs] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - monotonicMs, Date.now() - epochMs);
};

interface ControlLeaseOptions {
  /** Lease from the request that was granted, milliseconds. */
  readonly leaseMs: () => number;
  /** Time without a renewal for which control counts as held, milliseconds; the lease when absent. */
  readonly lapseMs?: () => number;
  readonly startStopwatch?: StartStopwatch;
}

/**
 * When control must be renewed, and when it is lost. Invariant: control that was not renewed in time is lost, and is never
 * taken back without being asked for. The client knows that by its own clock before the station can tell it: a renewal
 * after an outage would arrive before the news.
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

  /** A request is sent now. @returns its age, for `granted`: the lease begins after the request, never before */
  ask(): () => number {
    this.#sinceAsked = this.#start();
    return this.#sinceAsked;
  }

  /** @param sinceAsked of the request; absent where control came from the queue, or was there before */
  granted(sinceAsked: () => number = this.#start()): void {
    this.#sinceGranted = sinceAsked;
  }

  /** Control is not held, or not any more. */
  ended(): void {
    this.#sinceGranted = undefined;
  }

  get isHeld(): boolean {
    return this.#sinceGranted !== undefined;
  }

  /** Milliseconds for which control counts as held without a renewal; undefined when it is not held. */
  get leftMs(): number | undefined {
    const { leaseMs, lapseMs = leaseMs } = this.#options;
    return this.#sinceGranted === undefined ? undefined : lapseMs() - this.#sinceGranted();
  }

  get hasLapsed(): boolean {
    return (this.leftMs ?? 1) <= 0;
  }

  /** Milliseconds until it is to be asked for again, 0 or less when that is due. */
  get renewInMs(): number {
    return this.#sinceAsked === undefined ? 0 : this.#options.leaseMs() * RENEW_SHARE - this.#sinceAsked();
  }
}
