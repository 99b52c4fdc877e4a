import type { NotificationDictionaryItem } from '@kitestring/contract/notifications/notification-dictionary-item.ts';
import { onePer, Store } from '@kitestring/kit/store.ts';
import { Poller } from '../station/poller.ts';
import type { StationLink } from '../station/station-link.ts';
import { NO_NOTIFICATIONS, type NotificationLists, withMessage, withSnapshot } from './notification-feed.ts';

export interface NotificationsState extends NotificationLists {
  /** Meaning of the codes; empty until the station has reported it. */
  readonly dictionary: ReadonlyMap<number, NotificationDictionaryItem>;
}

/**
 * The active list is asked for this often beside the topic: a topic of events is silent while all is well, so its silence
 * does not tell that a link is dead, and what ended while it was is not told again.
 */
const ASK_EVERY_MS = 15_000;

const NOTHING: NotificationsState = { ...NO_NOTIFICATIONS, dictionary: new Map() };

/** Notifications of one sign-in, for all parts of the page. It listens while one of them looks. */
class NotificationsStore extends Store<NotificationsState> {
  readonly #link: StationLink;
  readonly #poller = new Poller((signal) => this.#ask(signal), ASK_EVERY_MS);

  constructor(link: StationLink) {
    super(NOTHING);
    this.#link = link;
  }

  protected override begin(): () => void {
    const topic = this.#link.topic('notifications/state');
    let last = topic.snapshot().value;
    const leave = topic.subscribe(() => {
      const { value } = topic.snapshot();
      if (value === undefined || value === last) return;
      last = value;
      this.become({ ...this.snapshot(), ...withMessage(this.snapshot(), value) });
    });
    void this.#poller.again();
    const { pulse } = this.#link;
    const leavePulse = pulse.subscribe(() => !pulse.isStale && void this.#poller.again());
    return () => {
      this.#poller.stop();
      leavePulse();
      leave();
    };
  }

  async #ask(signal: AbortSignal): Promise<boolean> {
    try {
      const [active] = await Promise.all([
        this.#link.call((client) => client.notifications.getNotifications()),
        this.snapshot().dictionary.size === 0 && this.#learn(),
      ]);
      // Asked again meanwhile: an answer of before the silence would bring back what has ended in it.
      if (signal.aborted) return true;
      this.#link.clock.read(active.to_time);
      this.become({ ...this.snapshot(), ...withSnapshot(this.snapshot(), active) });
      return true;
    } catch {
      // Out of reach or signed out, both of which the page shows by itself; the next turn asks again.
      return false;
    }
  }

  async #learn(): Promise<void> {
    const items = await this.#link.call((client) => client.notifications.getNotificationDictionary());
    this.become({ ...this.snapshot(), dictionary: new Map(items.map((item) => [item.code, item])) });
  }
}

export const notificationsOf = onePer((link: StationLink) => new NotificationsStore(link));
