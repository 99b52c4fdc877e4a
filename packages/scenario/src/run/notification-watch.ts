import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import type { Cancel } from '@kitestring/station/ports/clock.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { Journal } from './journal.ts';

/** Follows which notifications are active, across restarts of the station. */
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

  /** From now on it is this station; what the one before had active and this one has not has ended. */
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
