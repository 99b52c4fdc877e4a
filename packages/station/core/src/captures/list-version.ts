import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { Waiters } from '../waiters.ts';

/** Version of a list that others wait to change. */
export class ListVersion {
  readonly #boot: string;
  readonly #waiters: Waiters;
  #count = 0;

  /** @param clock real time; @param boot differs at each start, so that no version comes twice */
  constructor(clock: Clock, boot: string) {
    this.#boot = boot;
    this.#waiters = new Waiters(clock);
  }

  get text(): string {
    return `${this.#boot}-${this.#count}`;
  }

  /** The list has changed. */
  next(): void {
    this.#count += 1;
    this.#waiters.release();
  }

  /** From now on requests may wait, until the returned function is called. */
  hold(): Cancel {
    return this.#waiters.hold();
  }

  /** Resolves when the version differs from the known one, or after so many seconds. */
  async other(known: string | undefined, seconds: number): Promise<string> {
    if (known === this.text) await this.#waiters.wait(seconds);
    return this.text;
  }
}
