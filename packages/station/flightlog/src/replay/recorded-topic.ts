import type { Cancel } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';

/** A state as it was published: the bytes of the recording, without another serialisation. */
export class RecordedTopic<T = unknown> implements PublishedTopic {
  readonly #listeners: Listeners;
  #bytes: Uint8Array = new Uint8Array(0);
  #version = 0;

  constructor(onBug?: OnBug) {
    this.#listeners = new Listeners('topic', onBug);
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Increments with each change. */
  get version(): number {
    return this.#version;
  }

  get value(): T {
    return JSON.parse(Buffer.from(this.#bytes).toString('utf8')) as T;
  }

  onInvalidate(listener: () => void): Cancel {
    return this.#listeners.add(listener);
  }

  invalidate(): void {
    this.#listeners.tell();
  }

  /** @param bytes JSON; copied, for they are a part of a whole chunk */
  show(bytes: Uint8Array): void {
    if (Buffer.compare(bytes, this.#bytes) === 0) return;
    this.#bytes = bytes.slice();
    this.#version += 1;
    this.invalidate();
  }
}
