import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { Want } from '@kitestring/hub-contract/want.ts';

interface TopicPublisherDeps {
  readonly clock: Clock;
  readonly topic: (name: string) => PublishedTopic | undefined;
  readonly publish: (name: string, bytes: Uint8Array) => void;
}

interface Watched {
  readonly topic: PublishedTopic;
  version: number | undefined;
  readonly stopListening: Cancel;
}

/**
 * Publishes the topics that the hub has subscribed to, with the bytes that clients of the station get: at once, then
 * each change. After a pause a change is sent at once, otherwise at the requested rate; the newest value wins. Topics
 * that have changed are sent together. Costs nothing without subscriptions.
 */
export class TopicPublisher {
  readonly #deps: TopicPublisherDeps;
  #watched = new Map<string, Watched>();
  #periodUs = US_PER_S;
  #sentUs = Number.NEGATIVE_INFINITY;
  #cancelDue: Cancel | undefined;
  #cancelEnd: Cancel | undefined;

  constructor(deps: TopicPublisherDeps) {
    this.#deps = deps;
  }

  /** Topics that are subscribed to now. */
  get count(): number {
    return this.#watched.size;
  }

  /**
   * Replaces the subscriptions. Unknown names are ignored. New topics are published at once; the others keep their
   * pace, however often the hub repeats the request.
   */
  want({ maxHz, topics, ttlS }: Want): void {
    const { clock } = this.#deps;
    const before = this.#watched;
    this.#watched = new Map();
    for (const name of new Set(topics)) {
      const watched = before.get(name) ?? this.#watch(name);
      if (watched === undefined) continue;
      this.#watched.set(name, watched);
      if (!before.has(name)) this.#publish(name, watched);
    }
    for (const [name, { stopListening }] of before) if (!this.#watched.has(name)) stopListening();
    this.#periodUs = Math.round(US_PER_S / maxHz);
    this.#cancelEnd?.();
    this.#cancelEnd = clock.schedule(clock.nowUs() + ttlS * US_PER_S, () => this.stop());
  }

  /** Publishes changes at once, whatever the pace. */
  publishNow(): void {
    for (const [name, watched] of this.#watched) this.#publish(name, watched);
  }

  stop(): void {
    this.#cancelDue?.();
    this.#cancelDue = undefined;
    this.#cancelEnd?.();
    for (const { stopListening } of this.#watched.values()) stopListening();
    this.#watched.clear();
  }

  #watch(name: string): Watched | undefined {
    const topic = this.#deps.topic(name);
    return topic && { topic, version: undefined, stopListening: topic.onInvalidate(() => this.#soon()) };
  }

  /** Called for every possible change, so it must be cheap. Does not publish inside the call, because the caller may make further changes. */
  #soon(): void {
    if (this.#cancelDue !== undefined) return;
    const { clock } = this.#deps;
    this.#cancelDue = clock.schedule(Math.max(clock.nowUs(), this.#sentUs + this.#periodUs), () => {
      this.#cancelDue = undefined;
      this.publishNow();
    });
  }

  #publish(name: string, watched: Watched): void {
    const { version } = watched.topic;
    if (version === watched.version) return;
    watched.version = version;
    this.#sentUs = this.#deps.clock.nowUs();
    this.#deps.publish(name, watched.topic.bytes);
  }
}
