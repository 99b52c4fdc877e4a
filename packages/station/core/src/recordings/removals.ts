import type { NotificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { Notifications } from '../notifications/notifications.ts';

/** Files that the station removes by itself, where its settings say so. */
type RemovedKind = 'recording' | 'snapshot' | 'flight_log';

const NOTIFICATION_OF = {
  recording: { name: 'RECORDING_REMOVED', parameter: 'recording_id' },
  snapshot: { name: 'SNAPSHOT_REMOVED', parameter: 'snapshot_id' },
  flight_log: { name: 'FLIGHT_LOG_REMOVED', parameter: 'flight_id' },
} as const satisfies Record<RemovedKind, { name: NotificationName; parameter: string }>;

/** Limit of those for which there is no station yet, as at the start. */
const WAITING_MAX = 100;

/** Tells of each file that the station has removed by itself: a notification, and an entry of the audit log. */
export class Removals {
  readonly #note: (operation: string, id: string) => void;
  #notifications: Notifications | undefined;
  #waiting: [RemovedKind, string][] = [];

  /** @param note adds an entry to the audit log */
  constructor(note: (operation: string, id: string) => void) {
    this.#note = note;
  }

  /** Raises the notifications of this station from now on. */
  attach(notifications: Notifications): void {
    this.#notifications = notifications;
    for (const [kind, id] of this.#waiting.splice(0)) this.#show(kind, id);
  }

  readonly tell = (kind: RemovedKind, id: string): void => {
    this.#note(`${kind}s.remove_oldest`, id);
    this.#show(kind, id);
  };

  #show(kind: RemovedKind, id: string): void {
    const notifications = this.#notifications;
    if (notifications === undefined) {
      this.#waiting = [...this.#waiting, [kind, id] as [RemovedKind, string]].slice(-WAITING_MAX);
      return;
    }
    const { name, parameter } = NOTIFICATION_OF[kind];
    notifications.raise(name, { [parameter]: id });
    // It has happened, and does not last.
    notifications.clear(name);
  }
}
