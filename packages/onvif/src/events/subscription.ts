import type { Cancel } from '@kitestring/base/clock.ts';
import type { OnvifProperty } from '../onvif-station.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { type EventItem, itemFilter } from './item-filter.ts';
import { BATTERY } from './monitoring-states.ts';

const QUEUE_MAX = 1000;

interface OnvifEvent {
  /** The same for all events of one property. */
  readonly key: string;
  readonly topic: string;
  readonly items: readonly EventItem[];
  readonly message: Markup;
}

export const propertyKey = ({ source, topic }: OnvifProperty): string => `${topic} ${source?.value ?? ''}`;

const item = ([name, value]: EventItem): Markup => xml`<tt:SimpleItem Name="${name}" Value="${value}"/>`;

/** The present state of a property, or a change of it, as a message. */
export function propertyEvent(
  property: OnvifProperty,
  operation: 'Initialized' | 'Changed',
  timeUs: number,
): OnvifEvent {
  const { data, source, topic } = property;
  const time = new Date(timeUs / 1000).toISOString();
  const of: readonly EventItem[] = source === undefined ? [] : [[source.name, source.value]];
  const state: EventItem = [data.name, String(data.value)];
  const sourceMarkup = source === undefined ? xml`<tt:Source/>` : xml`<tt:Source>${of.map(item)}</tt:Source>`;
  const attributes = xml`UtcTime="${time}" PropertyOperation="${operation}"`;
  const message = notification(topic, attributes, xml`${sourceMarkup}<tt:Data>${item(state)}</tt:Data>`);
  return { key: propertyKey(property), topic, items: [...of, state], message };
}

/** A change that is no state: the items tell of what. */
export function announcement(
  topic: string,
  { data, source }: { readonly source: readonly EventItem[]; readonly data: readonly EventItem[] },
  timeUs: number,
): OnvifEvent {
  const time = new Date(timeUs / 1000).toISOString();
  const items = [...source, ...data];
  const key = `${topic} ${items.map(([, value]) => value).join(' ')}`;
  const told = data.length === 0 ? undefined : xml`<tt:Data>${data.map(item)}</tt:Data>`;
  const content = xml`<tt:Source>${source.map(item)}</tt:Source>${told}`;
  return { key, topic, items, message: notification(topic, xml`UtcTime="${time}"`, content) };
}

/** @param attributes and @param content of the message */
const notification = (topic: string, attributes: Markup, content: Markup): Markup =>
  xml`<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:${topic}</wsnt:Topic><wsnt:Message>${element('tt:Message', content, attributes)}</wsnt:Message></wsnt:NotificationMessage>`;

/** Selection of a subscriber; absent: everything. */
export interface WantedEvents {
  /** Each topic alone, or with `//.` behind it all below. */
  readonly topics?: string | undefined;
  /** Expression of the dialect ItemFilter. */
  readonly contents?: string | undefined;
}

export class EventFilter {
  readonly #parts: readonly string[] | undefined;
  readonly #hasContents: (items: readonly EventItem[]) => boolean;

  /** @throws SoapFault for a filter of contents that is not of the grammar */
  constructor({ contents, topics }: WantedEvents) {
    this.#hasContents = contents === undefined ? () => true : itemFilter(contents);
    this.#parts = topics
      ?.split('|')
      .map((part) => part.trim().replaceAll(/\b[\w-]+:/g, ''))
      .filter((part) => part !== '');
  }

  /** Whether a device with these topics can ever send a message for it. */
  fits(topics: readonly string[]): boolean {
    return topics.some((topic) => this.hasTopic(topic));
  }

  has({ items, topic }: OnvifEvent): boolean {
    return this.hasTopic(topic) && this.#hasContents(items);
  }

  hasTopic(topic: string): boolean {
    if (this.#parts === undefined) return topic !== BATTERY;
    return this.#parts.some((part) => {
      const above = part.endsWith('//.') ? part.slice(0, -3) : undefined;
      return above === undefined ? topic === part : topic === above || topic.startsWith(`${above}/`);
    });
  }
}

interface SubscriptionOptions {
  readonly id: string;
  readonly user: string;
  readonly filter: EventFilter;
  readonly lifetimeMs: number;
  readonly nowMs: number;
  /** Its messages are sent to a consumer, instead of being pulled. */
  readonly isPushed?: boolean;
}

/** Messages that wait for one subscriber. */
export class EventSubscription {
  readonly id: string;
  readonly user: string;
  readonly filter: EventFilter;
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

  /** Adds what the filter selects. The oldest whose property has a newer message goes when there are too many: the last state of each stays. */
  add(event: OnvifEvent): void {
    if (!this.filter.has(event)) return;
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
    const over = () => resolve();
    this.#wake = resolve;
    signal.addEventListener('abort', over, { once: true });
    return promise.finally(() => {
      cancel();
      // A subscription that is sent waits by the same signal for days.
      signal.removeEventListener('abort', over);
      this.#wake = undefined;
    });
  }

  end(): void {
    this.#end.abort();
    this.#wake?.();
  }
}
