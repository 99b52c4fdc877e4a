import type { Cancel } from './ports/clock.ts';

/**
 * One state that clients read and subscribe to. It is made when somebody wants it and serialised once per change; every
 * reader and every subscriber gets the same bytes.
 */
export class Topic<T = unknown> {
  readonly #produce: () => T;
  readonly #listeners = new Set<() => void>();
  #stale = true;
  #json = '';
  #bytes: Uint8Array = new Uint8Array(0);
  #version = 0;

  /** @param produce the state now; called at most once per change */
  constructor(produce: () => T) {
    this.#produce = produce;
  }

  /** Says that the state may have changed. Costs nothing until somebody reads. */
  invalidate(): void {
    this.#stale = true;
    for (const listener of this.#listeners) listener();
  }

  /** Grows by one with each change of the serialised state. */
  get version(): number {
    this.#refresh();
    return this.#version;
  }

  /** The state as UTF-8 JSON. The same array until the next change; not to be written to. */
  get bytes(): Uint8Array {
    this.#refresh();
    return this.#bytes;
  }

  get value(): T {
    return this.#produce();
  }

  /** Calls back when the state may have changed; the listener compares `version`. */
  onInvalidate(listener: () => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #refresh(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const json = JSON.stringify(this.#produce());
    if (json === this.#json) return;
    this.#json = json;
    this.#bytes = encoder.encode(json);
    this.#version += 1;
  }
}

const encoder = new TextEncoder();
