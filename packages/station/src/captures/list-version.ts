import { type Clock, US_PER_S } from '../ports/clock.ts';

/** More indicate clients that leave requests behind: each holds a connection. Then they are answered at once. */
const WAITING_MAX = 64;

/** Version of a list that others wait to change. */
export class ListVersion {
  readonly #clock: Clock;
  readonly #boot: string;
  readonly #waiting = new Set<() => void>();
  #count = 0;
  /** False while the station stops: requests are answered at once. */
  #isHeld = false;

  /** @param clock real time; @param boot differs at each start, so that no version comes twice */
  constructor(clock: Clock, boot: string) {
    this.#clock = clock;
    this.#boot = boot;
  }

  get text(): string {
    return `${this.#boot}-${this.#count}`;
  }

  /** The list has changed. */
  next(): void {
    this.#count += 1;
    this.#release();
  }

  /** From now on requests may wait, until the returned function is called. */
  hold(): () => void {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.#release();
    };
  }

  /** Resolves when the version differs from the known one, or after so many seconds. */
  async other(known: string | undefined, seconds: number): Promise<string> {
    if (known === this.text && this.#isHeld && this.#waiting.size < WAITING_MAX) await this.#wait(seconds);
    return this.text;
  }

  async #wait(seconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const cancel = this.#clock.schedule(this.#clock.nowUs() + seconds * US_PER_S, resolve);
    await promise;
    cancel();
    this.#waiting.delete(resolve);
  }

  #release(): void {
    for (const resolve of this.#waiting) resolve();
  }
}
