import type { NotificationDictionaryItem } from '@kitestring/contract/notifications/notification-dictionary-item.ts';
import type { StationLink } from '../station/station-link.ts';
import { NO_NOTIFICATIONS, type NotificationFeed, withMessage, withSnapshot } from './notification-feed.ts';

export interface Notifications extends NotificationFeed {
  /** What the codes mean; empty until the station has told it. */
  readonly dictionary: ReadonlyMap<number, NotificationDictionaryItem>;
}

/**
 * The active list is asked for this often beside the topic: a topic of events is silent while all is well, so its silence
 * does not tell that a link is dead, and what ended while it was is not told again.
 */
const ASK_EVERY_MS = 10_000;

const NOTHING: Notifications = { ...NO_NOTIFICATIONS, dictionary: new Map() };

/** Notifications of one sign-in, for all parts of the page. It listens while one of them looks. */
export class NotificationsStore {
  readonly #link: StationLink;
  readonly #listeners = new Set<() => void>();
  #value: Notifications = NOTHING;
  #stop: (() => void) | undefined;

  constructor(link: StationLink) {
    this.#link = link;
  }

  readonly value = (): Notifications => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  };

  #start(): () => void {
    const topic = this.#link.topic('notifications/state');
    let last = topic.snapshot().value;
    const leave = topic.subscribe(() => {
      const { value } = topic.snapshot();
      if (value === undefined || value === last) return;
      last = value;
      this.#become({ ...this.#value, ...withMessage(this.#value, value) });
    });
    void this.#ask();
    const timer = setInterval(() => void this.#ask(), ASK_EVERY_MS);
    const { pulse } = this.#link;
    const leavePulse = pulse.subscribe(() => !pulse.isStale && void this.#ask());
    return () => {
      clearInterval(timer);
      leavePulse();
      leave();
    };
  }

  async #ask(): Promise<void> {
    try {
      const [active] = await Promise.all([
        this.#link.call((client) => client.notifications.getNotifications()),
        this.#value.dictionary.size === 0 && this.#learn(),
      ]);
      this.#link.clock.read(active.to_time);
      this.#become({ ...this.#value, ...withSnapshot(this.#value, active) });
    } catch {
      // Out of reach or signed out, both of which the page shows by itself; the next turn asks again.
    }
  }

  async #learn(): Promise<void> {
    const items = await this.#link.call((client) => client.notifications.getNotificationDictionary());
    this.#become({ ...this.#value, dictionary: new Map(items.map((item) => [item.code, item])) });
  }

  #become(value: Notifications): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}

const stores = new WeakMap<StationLink, NotificationsStore>();

/** The same store for the same sign-in. */
export function notificationsOf(link: StationLink): NotificationsStore {
  const store = stores.get(link) ?? new NotificationsStore(link);
  stores.set(link, store);
  return store;
}
