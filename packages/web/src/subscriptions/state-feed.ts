import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { contain, type OnBug, rethrow } from '@kitestring/base/containment.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { Connection, StateFrames } from './connection.ts';
import { envelope } from './envelope.ts';
import type { Feed } from './feed.ts';
import { messageFrame } from './message-frame.ts';

/** Shortest time between two messages: 10 per second look smooth. */
const PACE_US = 100_000;
/** Longest time without a message, so that a dead link is detected. */
const REPEAT_US = 5 * US_PER_S;

export interface StateFeedDeps {
  /** Name of the topic in the envelope. */
  readonly name: string;
  readonly topic: PublishedTopic;
  /** Real time: pace is for people and links, at any speed of a simulation. */
  readonly realTimeClock: Clock;
  /** Station time, for the envelope. */
  readonly clock: Pick<Clock, 'nowUs'>;
  /** Whether the latest change must be sent at once, without waiting for the pace, so that no newer one replaces it. */
  readonly isAtOnce?: () => boolean;
  readonly onBug?: OnBug | undefined;
  /** Called when the state was sent to these. */
  readonly onSend?: (connections: Iterable<Connection>) => void;
}

/**
 * Messages of one state: at once on a change after a silence, then at most 10 per second, and repeated after 5 s
 * without a change. All subscribers share pace and bytes, so a message costs one write for each.
 */
export class StateFeed implements Feed, StateFrames {
  readonly #deps: StateFeedDeps;
  readonly #connections = new Set<Connection>();
  #stopListening: Cancel = () => {};
  #cancelRepeat: Cancel = () => {};
  #isDue = false;
  #sentUs = 0;
  #sentVersion = -1;
  #framedVersion = -1;
  #plain: Buffer | undefined;
  #enveloped: Buffer | undefined;

  constructor(deps: StateFeedDeps) {
    this.#deps = deps;
  }

  add(connection: Connection): void {
    if (this.#connections.has(connection)) return;
    this.#connections.add(connection);
    if (this.#connections.size === 1) this.#start();
    connection.sendState(this);
    this.#deps.onSend?.([connection]);
  }

  remove(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    connection.forgetState(this);
    if (this.#connections.size === 0) this.#stop();
  }

  frame(isEnveloped: boolean): Buffer {
    const { topic } = this.#deps;
    if (topic.version !== this.#framedVersion) this.#forgetFrames();
    if (isEnveloped) {
      this.#enveloped ??= this.#frameEnveloped();
      return this.#enveloped;
    }
    this.#plain ??= messageFrame('text', topic.bytes);
    return this.#plain;
  }

  #frameEnveloped(): Buffer {
    const { clock, name, topic } = this.#deps;
    return messageFrame('text', envelope(name, formatTimestamp(clock.nowUs()), topic.bytes));
  }

  #forgetFrames(): void {
    this.#framedVersion = this.#deps.topic.version;
    this.#plain = undefined;
    this.#enveloped = undefined;
  }

  #start(): void {
    const { topic, realTimeClock } = this.#deps;
    // The first subscriber gets the current state, which starts the pace.
    this.#sentUs = realTimeClock.nowUs();
    this.#sentVersion = topic.version;
    this.#stopListening = topic.onInvalidate(() => this.#soon());
    this.#repeatLater();
  }

  #stop(): void {
    this.#stopListening();
    this.#cancelRepeat();
  }

  /** Called for every possible change, often many times per message: must be cheap. */
  #soon(): void {
    const { isAtOnce, realTimeClock } = this.#deps;
    if (isAtOnce?.() === true) {
      this.#sendContained();
      return;
    }
    if (this.#isDue) return;
    this.#isDue = true;
    const dueUs = this.#sentUs + PACE_US;
    // Not from inside the change: the caller may have further changes.
    if (realTimeClock.nowUs() >= dueUs) queueMicrotask(() => this.#sendContained());
    else realTimeClock.schedule(dueUs, () => this.#sendIfChanged());
  }

  /** An exception in a microtask would end the process. */
  #sendContained(): void {
    contain('microtask', this.#deps.onBug ?? rethrow, () => this.#sendIfChanged());
  }

  #sendIfChanged(): void {
    this.#isDue = false;
    if (this.#deps.topic.version !== this.#sentVersion) this.#send();
  }

  #send(): void {
    this.#sentUs = this.#deps.realTimeClock.nowUs();
    this.#forgetFrames();
    this.#sentVersion = this.#framedVersion;
    for (const connection of this.#connections) connection.sendState(this);
    this.#deps.onSend?.(this.#connections);
  }

  #repeatLater(): void {
    const { realTimeClock } = this.#deps;
    this.#cancelRepeat = realTimeClock.schedule(this.#sentUs + REPEAT_US, () => {
      if (realTimeClock.nowUs() - this.#sentUs >= REPEAT_US) this.#send();
      this.#repeatLater();
    });
  }
}
