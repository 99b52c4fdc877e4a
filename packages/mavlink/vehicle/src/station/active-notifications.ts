import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';

/** Which notifications have been told. Each change of a figure comes as the same notification once more. */
export class ActiveNotifications {
  readonly #begun = new Map<number, string>();

  /** Whether it has just begun, and was not heard of before. */
  isNew({ begin_time, code, end_time }: Pick<Notification, 'begin_time' | 'code' | 'end_time'>): boolean {
    if (end_time !== undefined) {
      this.#begun.delete(code);
      return false;
    }
    if (this.#begun.get(code) === begin_time) return false;
    this.#begun.set(code, begin_time);
    return true;
  }
}
