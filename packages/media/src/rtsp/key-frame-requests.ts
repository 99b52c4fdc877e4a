import type { EncodedSource } from '../access-unit.ts';
import { type DeadlineClock, US_PER_MS } from './ports.ts';

/**
 * Rate limit of key frame requests, per source. A key frame is large: a few clients that start or stall must not turn
 * every picture into one, for all viewers. A request that comes too early is served with the next key frame.
 */
export class KeyFrameRequests {
  readonly #clock: DeadlineClock;
  readonly #gapUs: number;
  readonly #nextUs = new WeakMap<EncodedSource, number>();
  readonly #waiting = new Map<EncodedSource, () => void>();

  constructor(clock: DeadlineClock, gapMs: number) {
    this.#clock = clock;
    this.#gapUs = gapMs * US_PER_MS;
  }

  ask(source: EncodedSource): void {
    if (this.#waiting.has(source)) return;
    const atUs = this.#nextUs.get(source) ?? 0;
    if (atUs <= this.#clock.nowUs()) this.#now(source);
    else
      this.#waiting.set(
        source,
        this.#clock.schedule(atUs, () => this.#now(source)),
      );
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  #now(source: EncodedSource): void {
    this.#waiting.delete(source);
    this.#nextUs.set(source, this.#clock.nowUs() + this.#gapUs);
    source.requestKeyFrame();
  }
}
