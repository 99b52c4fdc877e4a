import type { AccessUnit, VideoConsumer } from '../access-unit.ts';

interface Subscriber {
  readonly consumer: VideoConsumer;
  /** Decoding can start only at a key frame. */
  hasBegun: boolean;
}

/** Subscribers of one source. A failing one is removed without effect on the others. */
export class Subscribers {
  readonly #subscribers = new Set<Subscriber>();
  readonly #onFault: (reason: string) => void;

  constructor(onFault: (reason: string) => void) {
    this.#onFault = onFault;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  get wantsVideo(): boolean {
    return [...this.#subscribers].some(({ consumer }) => consumer.wantsVideo !== false);
  }

  get wantsJpeg(): boolean {
    return [...this.#subscribers].some(({ consumer }) => consumer.wantsJpeg === true);
  }

  /** @returns a function that unsubscribes and returns whether it was subscribed; no effect when called again */
  subscribe(consumer: VideoConsumer): () => boolean {
    const subscriber: Subscriber = { consumer, hasBegun: false };
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  give(unit: AccessUnit): void {
    for (const subscriber of this.#subscribers) {
      if (!isFor(subscriber, unit)) continue;
      subscriber.hasBegun = true;
      this.#try(subscriber, () => subscriber.consumer.onAccessUnit(unit));
    }
  }

  /** The next picture does not continue the last one: all subscribers wait for a key frame. */
  interrupt(): void {
    for (const subscriber of this.#subscribers) subscriber.hasBegun = false;
  }

  end(): void {
    const subscribers = [...this.#subscribers];
    this.#subscribers.clear();
    for (const subscriber of subscribers) this.#try(subscriber, () => subscriber.consumer.onEnd());
  }

  #try(subscriber: Subscriber, act: () => void): void {
    try {
      act();
    } catch (fault) {
      this.#subscribers.delete(subscriber);
      this.#onFault(`a consumer failed: ${fault instanceof Error ? fault.stack : fault}`);
    }
  }
}

/** A change of what is wanted reaches the encoders some pictures later. */
function isFor({ consumer, hasBegun }: Subscriber, { isKeyFrame, jpeg, nals }: AccessUnit): boolean {
  if (consumer.wantsVideo === false) return consumer.wantsJpeg !== true || jpeg !== undefined;
  return isKeyFrame || (hasBegun && nals.length > 0);
}
