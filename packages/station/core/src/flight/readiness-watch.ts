import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import { Waiters } from '../waiters.ts';

/** Readiness for clients that wait for a change of a check or of the flight state. The checks are evaluated only while a client waits. */
export class ReadinessWatch {
  readonly #readiness: () => Readiness;
  readonly #waiters: Waiters;
  /** Last list known to all waiting clients. */
  #known = '';

  /** @param clock real time */
  constructor(clock: Clock, readiness: () => Readiness) {
    this.#readiness = readiness;
    this.#waiters = new Waiters(clock);
  }

  /** From now on requests may wait, until the returned function is called. */
  hold(): Cancel {
    return this.#waiters.hold();
  }

  /** Resolves when its revision differs from the known one, or after so many seconds. */
  async other(known: string | undefined, seconds: number): Promise<Readiness> {
    const now = this.#readiness();
    if (known !== now.revision) return now;
    this.#known = known;
    await this.#waiters.wait(seconds);
    return this.#readiness();
  }

  /** Something has happened that may have changed it. */
  look(): void {
    if (this.#waiters.isEmpty) return;
    const { revision } = this.#readiness();
    if (revision === this.#known) return;
    this.#known = revision;
    this.#waiters.release();
  }
}
