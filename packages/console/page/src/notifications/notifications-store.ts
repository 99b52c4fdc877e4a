import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { NotificationDictionaryItem } from '@kitestring/station-contract/notifications/notification-dictionary-item.ts';
import { Poller } from '../station/poller.ts';
import type { StationLink } from '../station/station-link.ts';
import { latestUs, NO_NOTIFICATIONS, type NotificationLists, withMessage, withSnapshot } from './notification-feed.ts';

export interface NotificationsState extends NotificationLists {
  /** Meaning of the codes; empty until it is loaded. */
  readonly dictionary: ReadonlyMap<number, NotificationDictionaryItem>;
}

/**
 * Interval at which the active list is requested beside the topic. A topic of events is silent if nothing happens, so
 * silence does not show a dead link, and endings during an outage are not sent again.
 */
const ASK_EVERY_MS = 15_000;

const NOTHING: NotificationsState = { ...NO_NOTIFICATIONS, dictionary: new Map() };

/** Notifications of one sign-in, for all parts of the page. Active while it has observers. */
class NotificationsStore extends Store<NotificationsState> {
  readonly #link: StationLink;
  readonly #poller = new Poller((signal) => this.#ask(signal), ASK_EVERY_MS);
  /** Latest station time in an answer or an event; goes back only with the station's own. */
  #knownUs = 0;

  constructor(link: StationLink) {
    super(NOTHING);
    this.#link = link;
  }

  protected override begin(): () => void {
    const topic = this.#link.topic('notifications/state');
    let { status: lastStatus, value: last } = topic.snapshot();
    const leave = topic.subscribe(() => {
      const { status, value } = topic.snapshot();
      // Ends that fall into the gap are not sent again.
      if (status === 'live' && lastStatus === 'stale') void this.#poller.again();
      lastStatus = status;
      if (value === undefined || value === last) return;
      last = value;
      this.#knownUs = Math.max(this.#knownUs, latestUs(value.begin_time, value.end_time));
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
    const askedAtUs = this.#knownUs;
    try {
      const [active] = await Promise.all([
        this.#link.call((client) => client.notifications.getNotifications()),
        this.snapshot().dictionary.size === 0 && this.#learn(),
      ]);
      // A newer request was sent: an answer from before the outage would restore notifications that have ended.
      if (signal.aborted) return true;
      this.#link.clock.read(active.to_time);
      const toUs = latestUs(active.to_time);
      this.#knownUs = toUs < askedAtUs ? toUs : Math.max(this.#knownUs, toUs);
      this.become({ ...this.snapshot(), ...withSnapshot(this.snapshot(), active, askedAtUs) });
      return true;
    } catch {
      // Unreachable or signed out, which the page shows elsewhere; the next interval tries again.
      return false;
    }
  }

  async #learn(): Promise<void> {
    const items = await this.#link.call((client) => client.notifications.getNotificationDictionary());
    this.become({ ...this.snapshot(), dictionary: new Map(items.map((item) => [item.code, item])) });
  }
}

export const notifications = onePer((link: StationLink) => new NotificationsStore(link));
