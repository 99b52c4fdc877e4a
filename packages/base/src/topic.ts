import type { Cancel } from './clock.ts';
import { Listeners, type OnBug } from './containment.ts';

/** A topic as its readers and subscribers see it. */
export type PublishedTopic = Pick<Topic, 'bytes' | 'version' | 'onInvalidate'>;

/**
 * One published state that clients read and subscribe to. It is computed on demand and serialised once per change; all
 * readers and subscribers get the same bytes.
 */
export class Topic<T = unknown> {
  readonly #produce: () => T;
  readonly #listeners: Listeners;
  #stale = true;
  #json = '';
  #bytes: Uint8Array = new Uint8Array(0);
  #version = 0;

  /** @param produce returns the present state; called at most once per change */
  constructor(produce: () => T, onBug?: OnBug) {
    this.#produce = produce;
    this.#listeners = new Listeners('topic', onBug);
  }

  /** Marks the state as possibly changed. It is serialised at the next read. */
  invalidate(): void {
    this.#stale = true;
    this.#listeners.tell();
  }

  /** Increments with each change of the serialised state. */
  get version(): number {
    this.#refresh();
    return this.#version;
  }

  /** The state as UTF-8 JSON. The same array until the next change; read-only. */
  get bytes(): Uint8Array {
    this.#refresh();
    return this.#bytes;
  }

  get value(): T {
    return this.#produce();
  }

  /** Calls back when the state may have changed; the listener compares `version`. */
  onInvalidate(listener: () => void): Cancel {
    return this.#listeners.add(listener);
  }

  #refresh(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const json = this.#serialise();
    if (json === this.#json) return;
    this.#json = json;
    this.#bytes = encoder.encode(json);
    this.#version += 1;
  }

  #serialise(): string {
    try {
      return JSON.stringify(this.#produce());
    } catch (bug) {
      // The next reader must not get the previous state as the present one.
      this.#stale = true;
      throw bug;
    }
  }
}

const encoder = new TextEncoder();
