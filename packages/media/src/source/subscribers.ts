import type { AccessUnit, VideoConsumer } from '../access-unit.ts';

interface Subscriber {
  readonly consumer: VideoConsumer;
  /** A decoder can begin at a key frame only. */
  hasBegun: boolean;
}

/** Those who take the pictures of one source. One that fails is left out, and the others do not notice. */
export class Subscribers {
  readonly #subscribers = new Set<Subscriber>();
  readonly #onFault: (reason: string) => void;

  constructor(onFault: (reason: string) => void) {
    this.#onFault = onFault;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  /** @returns how to leave; harmless the second time. Says whether it was there. */
  subscribe(consumer: VideoConsumer): () => boolean {
    const subscriber: Subscriber = { consumer, hasBegun: false };
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  give(unit: AccessUnit): void {
    for (const subscriber of this.#subscribers) {
      if (!subscriber.hasBegun && !unit.isKeyFrame) continue;
      subscriber.hasBegun = true;
      this.#try(subscriber, () => subscriber.consumer.onAccessUnit(unit));
    }
  }

  /** What comes next does not follow what came last: everybody waits for a key frame. */
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
