import type { Cancel } from '@kitestring/base/clock.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import type { Journal } from './journal.ts';

/** Tracks active notifications, across restarts of the station. */
export class NotificationWatch {
  readonly #journal: Journal;
  readonly #active = new Set<number>();
  #cancel: Cancel = () => {};

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get active(): ReadonlySet<number> {
    return this.#active;
  }

  /** Follows another station; notifications active before and not there have ended. */
  follow({ clock, notifications }: Station): void {
    this.#cancel();
    const now = new Set(notifications.active().map(({ code }) => code));
    for (const code of this.#active) if (!now.has(code)) this.#change(clock.nowUs(), code, 'end');
    for (const code of now) if (!this.#active.has(code)) this.#change(clock.nowUs(), code, 'begin');
    this.#cancel = notifications.onEvent(({ code, end_time }: Notification) => {
      if (end_time !== undefined) this.#change(clock.nowUs(), code, 'end');
      else if (!this.#active.has(code)) this.#change(clock.nowUs(), code, 'begin');
    });
  }

  stop(): void {
    this.#cancel();
  }

  #change(timeUs: number, code: number, kind: 'begin' | 'end'): void {
    this.#journal.addEvent(timeUs, code, kind);
    if (kind === 'begin') this.#active.add(code);
    else this.#active.delete(code);
  }
}
