import type { Want } from '@kitestring/hubcontract/want.ts';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { PublishedTopic } from '@kitestring/station/topic.ts';

interface TopicPublisherDeps {
  readonly clock: Clock;
  readonly topic: (name: string) => PublishedTopic | undefined;
  readonly publish: (name: string, bytes: Uint8Array) => void;
}

interface Watched {
  readonly topic: PublishedTopic;
  version: number | undefined;
}

/**
 * Publishes the topics that the hub wants, with the bytes that clients of the station get: at once, then each change, at most as
 * often as wanted; the newest wins. Costs nothing while none is wanted.
 */
export class TopicPublisher {
  readonly #deps: TopicPublisherDeps;
  #watched = new Map<string, Watched>();
  #untilUs = 0;
  #periodUs = US_PER_S;
  /** When what has changed is published next. */
  #dueUs = Number.POSITIVE_INFINITY;
  #cancel: Cancel | undefined;

  constructor(deps: TopicPublisherDeps) {
    this.#deps = deps;
  }

  /** Topics that are wanted now. */
  get count(): number {
    return this.#watched.size;
  }

  /**
   * Replaces what was wanted before. Names that are no topics of this station are left out. What is new is published at once; all others keep
   * their pace, however often the hub says what it wants.
   */
  want({ maxHz, topics, ttlS }: Want): void {
    const before = this.#watched;
    const nowUs = this.#deps.clock.nowUs();
    this.#watched = new Map();
    for (const name of topics) {
      const topic = this.#deps.topic(name);
      if (topic === undefined) continue;
      const watched = before.get(name) ?? { topic, version: undefined };
      this.#watched.set(name, watched);
      if (!before.has(name)) this.#publish(name, watched);
    }
    this.#untilUs = nowUs + ttlS * US_PER_S;
    this.#periodUs = Math.round(US_PER_S / maxHz);
    this.#tickAt(Math.min(this.#dueUs, nowUs + this.#periodUs));
  }

  /** Publishes what has changed at once, whatever the pace. */
  publishNow(): void {
    for (const [name, watched] of this.#watched) this.#publish(name, watched);
  }

  stop(): void {
    this.#cancel?.();
    this.#watched.clear();
  }

  #tick(): void {
    const { clock } = this.#deps;
    this.#dueUs = Number.POSITIVE_INFINITY;
    if (clock.nowUs() >= this.#untilUs) this.#watched.clear();
    this.publishNow();
    this.#tickAt(clock.nowUs() + this.#periodUs);
  }

  #tickAt(dueUs: number): void {
    this.#cancel?.();
    this.#dueUs = this.#watched.size === 0 ? Number.POSITIVE_INFINITY : dueUs;
    this.#cancel = this.#watched.size === 0 ? undefined : this.#deps.clock.schedule(dueUs, () => this.#tick());
  }

  #publish(name: string, watched: Watched): void {
    const { version } = watched.topic;
    if (version === watched.version) return;
    watched.version = version;
    this.#deps.publish(name, watched.topic.bytes);
  }
}
