import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { contain, type OnBug, rethrow } from '@kitestring/station/containment.ts';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Topic } from '@kitestring/station/topic.ts';
import type { Connection, StateFrames } from './connection.ts';
import { envelope } from './envelope.ts';
import type { Feed } from './feed.ts';
import { messageFrame } from './message-frame.ts';

/** Shortest time between two messages: 10 per second are smooth to look at. */
const PACE_US = 100_000;
/** Longest time without one, so that a silent link is noticed. */
const REPEAT_US = 5 * US_PER_S;

export interface StateFeedParts {
  /** Name of the topic, as the envelope has it. */
  readonly name: string;
  readonly topic: Topic;
  /** Real time: pace is for people and links, whatever the speed of a simulation. */
  readonly wall: Clock;
  /** Station time, for the envelope. */
  readonly clock: Clock;
  readonly onBug?: OnBug | undefined;
}

/**
 * The messages of one state: at once when it changes after a silence, then at most 10 per second, and the same again after
 * 5 s without a change. All subscribers share one pace and one set of bytes, so a message costs one write for each.
 */
export class StateFeed implements Feed, StateFrames {
  readonly #parts: StateFeedParts;
  readonly #connections = new Set<Connection>();
  #stopListening: Cancel = () => {};
  #cancelRepeat: Cancel = () => {};
  #isDue = false;
  #sentUs = 0;
  #sentVersion = -1;
  #framedVersion = -1;
  #plain: Buffer | undefined;
  #enveloped: Buffer | undefined;

  constructor(parts: StateFeedParts) {
    this.#parts = parts;
  }

  add(connection: Connection): void {
    if (this.#connections.has(connection)) return;
    this.#connections.add(connection);
    if (this.#connections.size === 1) this.#start();
    connection.sendState(this);
  }

  remove(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    connection.forgetState(this);
    if (this.#connections.size === 0) this.#stop();
  }

  frame(isEnveloped: boolean): Buffer {
    const { topic } = this.#parts;
    if (topic.version !== this.#framedVersion) this.#forgetFrames();
    if (isEnveloped) {
      this.#enveloped ??= this.#frameEnveloped();
      return this.#enveloped;
    }
    this.#plain ??= messageFrame('text', topic.bytes);
    return this.#plain;
  }

  #frameEnveloped(): Buffer {
    const { clock, name, topic } = this.#parts;
    return messageFrame('text', envelope(name, formatTimestamp(clock.nowUs()), topic.bytes));
  }

  #forgetFrames(): void {
    this.#framedVersion = this.#parts.topic.version;
    this.#plain = undefined;
    this.#enveloped = undefined;
  }

  #start(): void {
    const { topic, wall } = this.#parts;
    // The first subscriber gets the state now, which is the first message of the pace.
    this.#sentUs = wall.nowUs();
    this.#sentVersion = topic.version;
    this.#stopListening = topic.onInvalidate(() => this.#soon());
    this.#repeatLater();
  }

  #stop(): void {
    this.#stopListening();
    this.#cancelRepeat();
  }

  /** The state may have changed: often many times before a message is due, so this has to be cheap. */
  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const { wall } = this.#parts;
    const dueUs = this.#sentUs + PACE_US;
    // Not from inside the change: whoever makes it may have more to change.
    if (wall.nowUs() >= dueUs) queueMicrotask(() => this.#sendContained());
    else wall.schedule(dueUs, () => this.#sendIfChanged());
  }

  /** What a microtask throws would end the process. */
  #sendContained(): void {
    contain('microtask', this.#parts.onBug ?? rethrow, () => this.#sendIfChanged());
  }

  #sendIfChanged(): void {
    this.#isDue = false;
    if (this.#parts.topic.version !== this.#sentVersion) this.#send();
  }

  #send(): void {
    this.#sentUs = this.#parts.wall.nowUs();
    this.#forgetFrames();
    this.#sentVersion = this.#framedVersion;
    for (const connection of this.#connections) connection.sendState(this);
  }

  #repeatLater(): void {
    const { wall } = this.#parts;
    this.#cancelRepeat = wall.schedule(this.#sentUs + REPEAT_US, () => {
      if (wall.nowUs() - this.#sentUs >= REPEAT_US) this.#send();
      this.#repeatLater();
    });
  }
}
