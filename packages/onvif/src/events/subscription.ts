import type { Cancel } from '@kitestring/base/clock.ts';
import type { OnvifProperty } from '../onvif-station.ts';
import { element, type Markup, xml } from '../soap/markup.ts';

const QUEUE_MAX = 1000;

interface OnvifEvent {
  /** The same for all events of one property. */
  readonly key: string;
  readonly message: Markup;
}

export const propertyKey = ({ source, topic }: OnvifProperty): string => `${topic} ${source?.value ?? ''}`;

const item = ([name, value]: readonly [string, string | boolean]): Markup =>
  xml`<tt:SimpleItem Name="${name}" Value="${value}"/>`;

/** The present state of a property, or a change of it, as a message. */
export function propertyEvent(
  property: OnvifProperty,
  operation: 'Initialized' | 'Changed',
  timeUs: number,
): OnvifEvent {
  const { data, source, topic } = property;
  const time = new Date(timeUs / 1000).toISOString();
  const sourceMarkup =
    source === undefined ? xml`<tt:Source/>` : xml`<tt:Source>${item([source.name, source.value])}</tt:Source>`;
  const attributes = xml`UtcTime="${time}" PropertyOperation="${operation}"`;
  const content = xml`${sourceMarkup}<tt:Data>${item([data.name, data.value])}</tt:Data>`;
  return { key: propertyKey(property), message: notification(topic, attributes, content) };
}

/** A change that is no state: the items tell of what. */
export function announcement(
  topic: string,
  source: readonly (readonly [name: string, value: string])[],
  timeUs: number,
): OnvifEvent {
  const time = new Date(timeUs / 1000).toISOString();
  const key = `${topic} ${source.map(([, value]) => value).join(' ')}`;
  return { key, message: notification(topic, xml`UtcTime="${time}"`, xml`<tt:Source>${source.map(item)}</tt:Source>`) };
}

/** @param attributes and @param content of the message */
const notification = (topic: string, attributes: Markup, content: Markup): Markup =>
  xml`<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:${topic}</wsnt:Topic><wsnt:Message>${element('tt:Message', content, attributes)}</wsnt:Message></wsnt:NotificationMessage>`;

/** Topics of a filter: each alone, or with `//.` behind it all below; without a filter every topic. */
export class TopicFilter {
  readonly #parts: readonly string[] | undefined;

  constructor(expression: string | undefined) {
    this.#parts = expression
      ?.split('|')
      .map((part) => part.trim().replaceAll(/\b[\w-]+:/g, ''))
      .filter((part) => part !== '');
  }

  /** Whether a device with these topics can ever send a message for it. */
  fits(topics: readonly string[]): boolean {
    return topics.some((topic) => this.has(topic));
  }

  has(topic: string): boolean {
    if (this.#parts === undefined) return true;
    return this.#parts.some((part) => {
      const above = part.endsWith('//.') ? part.slice(0, -3) : undefined;
      return above === undefined ? topic === part : topic === above || topic.startsWith(`${above}/`);
    });
  }
}

interface SubscriptionOptions {
  readonly id: string;
  readonly user: string;
  readonly filter: TopicFilter;
  readonly lifetimeMs: number;
  readonly nowMs: number;
  /** Its messages are sent to a consumer, instead of being pulled. */
  readonly isPushed?: boolean;
}

/** Messages that wait for one subscriber. */
export class EventSubscription {
  readonly id: string;
  readonly user: string;
  readonly filter: TopicFilter;
  readonly isPushed: boolean;
  /** Real time, milliseconds. */
  expiresMs: number;
  pulledMs: number;
  readonly #lifetimeMs: number;
  readonly #queue: OnvifEvent[] = [];
  #wake: (() => void) | undefined;
  readonly #end = new AbortController();

  constructor({ filter, id, isPushed = false, lifetimeMs, nowMs, user }: SubscriptionOptions) {
    this.id = id;
    this.user = user;
    this.filter = filter;
    this.isPushed = isPushed;
    this.#lifetimeMs = lifetimeMs;
    this.expiresMs = nowMs + lifetimeMs;
    this.pulledMs = nowMs;
  }

  /** A client waits for its next message. */
  get isWaiting(): boolean {
    return this.#wake !== undefined && !this.isPushed;
  }

  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** The oldest whose property has a newer message goes when there are too many: the last state of each stays. */
  add(event: OnvifEvent): void {
    this.#queue.push(event);
    if (this.#queue.length > QUEUE_MAX) {
      const old = this.#queue.findIndex(({ key }, index) =>
        this.#queue.some((later, at) => at > index && later.key === key),
      );
      this.#queue.splice(Math.max(0, old), 1);
    }
    this.#wake?.();
  }

  take(limit: number): readonly OnvifEvent[] {
    return this.#queue.splice(0, limit);
  }

  /** Messages that were not delivered, before all others. */
  giveBack(events: readonly OnvifEvent[]): void {
    this.#queue.unshift(...events);
  }

  /** Each pull renews the subscription. */
  pulled(nowMs: number): void {
    this.pulledMs = nowMs;
    this.expiresMs = Math.max(this.expiresMs, nowMs + this.#lifetimeMs);
  }

  /** Resolves when there is a message, or it is over. @param schedule calls back at the deadline */
  wait(signal: AbortSignal, schedule: (callback: () => void) => Cancel): Promise<void> {
    if (this.#queue.length > 0 || this.ended.aborted || signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = schedule(resolve);
    this.#wake = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => {
      cancel();
      this.#wake = undefined;
    });
  }

  end(): void {
    this.#end.abort();
    this.#wake?.();
  }
}
