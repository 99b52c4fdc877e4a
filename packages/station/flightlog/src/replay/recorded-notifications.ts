import type { Cancel } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification, NotificationsObject } from '@kitestring/station-contract/notifications/notification.ts';
import { historyPage } from '@kitestring/station-core/notifications';
import type { EndedRecords, NotificationPlace } from '@kitestring/station-core/ports';
import type { NotificationChange } from './notification-changes.ts';

interface RecordedNotificationsOptions {
  /** In order of time. */
  readonly changes: readonly NotificationChange[];
  /** Maximum number of notifications in one answer. */
  readonly historyLimit: number;
  readonly onBug?: OnBug | undefined;
}

type EndedChange = NotificationChange & { readonly endUs: number };

/** The notifications of a recording at the time that is played. */
export class RecordedNotifications implements EndedRecords<EndedChange> {
  readonly #options: RecordedNotificationsOptions;
  readonly #listeners: Listeners<[Notification]>;
  readonly #active = new Map<string, NotificationChange>();
  #ended: EndedChange[] = [];
  #played = 0;
  #atUs = Number.NEGATIVE_INFINITY;

  constructor(options: RecordedNotificationsOptions) {
    this.#options = options;
    this.#listeners = new Listeners('notification', options.onBug);
  }

  /** Tells each begin, change and end up to this time. */
  playTo(timeUs: number): void {
    this.#play(timeUs, (shown) => this.#listeners.tell(shown));
  }

  /** Goes to another time, earlier or later, and tells nothing of what lies between. */
  jumpTo(timeUs: number): void {
    this.#active.clear();
    this.#ended = [];
    this.#played = 0;
    this.#play(timeUs, () => {});
  }

  /** In order of beginning. */
  active(): readonly Notification[] {
    return [...this.#active.values()].map(({ shown }) => shown);
  }

  state(): NotificationsObject {
    return { to_time: formatTimestamp(this.#atUs), notifications: [...this.active()] };
  }

  /** As of a live station: reading each time from the last `to_time` returns every ended one exactly once. */
  history(fromUs: number | undefined): NotificationsObject {
    const toUs = Math.max(this.#atUs, (this.#ended.at(-1)?.endUs ?? 0) + 1);
    const { historyLimit: limit } = this.#options;
    return historyPage(this, { fromUs, toUs, limit, active: this.active() }, ({ shown }) => shown);
  }

  endedBetween(fromUs: number, toUs: number, limit: number, before?: NotificationPlace): readonly EndedChange[] {
    const isIn = (one: EndedChange) => one.endUs >= fromUs && one.endUs < toUs && (!before || isBefore(one, before));
    return this.#ended.filter(isIn).slice(-limit);
  }

  onEvent(listener: (notification: Notification) => void): Cancel {
    return this.#listeners.add(listener);
  }

  #play(timeUs: number, tell: (shown: Notification) => void): void {
    const { changes } = this.#options;
    this.#atUs = timeUs;
    for (let next = changes[this.#played]; next !== undefined && next.timeUs <= timeUs; next = changes[this.#played]) {
      this.#played += 1;
      const key = `${next.code} ${next.beginUs}`;
      if (next.endUs === undefined) this.#active.set(key, next);
      else {
        this.#active.delete(key);
        this.#ended.push({ ...next, endUs: next.endUs });
      }
      tell(next.shown);
    }
  }
}

const isBefore = (one: NotificationPlace, other: NotificationPlace): boolean =>
  (one.endUs - other.endUs || one.beginUs - other.beginUs || one.code - other.code) < 0;
