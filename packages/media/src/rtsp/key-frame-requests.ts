import type { EncodedSource } from '../access-unit.ts';
import { type Clock, US_PER_MS } from './ports.ts';

/**
 * Asks sources for key frames, at most one in a while for each. A key frame is large: a few clients that begin or stumble
 * must not make every picture one, for everybody. Who asks too soon gets the next one.
 */
export class KeyFrameRequests {
  readonly #clock: Clock;
  readonly #gapUs: number;
  readonly #nextUs = new WeakMap<EncodedSource, number>();
  readonly #waiting = new Map<EncodedSource, () => void>();

  constructor(clock: Clock, gapMs: number) {
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
