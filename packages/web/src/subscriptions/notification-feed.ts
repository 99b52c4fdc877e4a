import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Connection } from './connection.ts';
import { envelope } from './envelope.ts';
import type { Feed } from './feed.ts';
import { messageFrame } from './message-frame.ts';

/** Notifications that are active, and each start, change and end. */
interface NotificationSource {
  active(): readonly Notification[];
  onEvent(listener: (notification: Notification) => void): Cancel;
}

export interface NotificationFeedDeps {
  readonly name: string;
  readonly notifications: NotificationSource;
  /** Station time, for the envelope. */
  readonly clock: Pick<Clock, 'nowUs'>;
  /** Called when a notification was sent to these. */
  readonly onSend?: (connections: Iterable<Connection>, notification: Notification) => void;
}

/** Single notifications: the active ones first, then each start, change and end. None is dropped or repeated. */
export class NotificationFeed implements Feed {
  readonly #deps: NotificationFeedDeps;
  readonly #connections = new Set<Connection>();
  #stopListening: Cancel = () => {};

  constructor(deps: NotificationFeedDeps) {
    this.#deps = deps;
  }

  add(connection: Connection): void {
    if (this.#connections.has(connection)) return;
    for (const notification of this.#deps.notifications.active()) this.#send(notification, [connection]);
    this.#connections.add(connection);
    if (this.#connections.size > 1) return;
    this.#stopListening = this.#deps.notifications.onEvent((event) => this.#send(event, this.#connections));
  }

  remove(connection: Connection): void {
    if (this.#connections.delete(connection) && this.#connections.size === 0) this.#stopListening();
  }

  #send(notification: Notification, connections: Iterable<Connection>): void {
    const data = Buffer.from(JSON.stringify(notification));
    const { clock, name } = this.#deps;
    let plain: Buffer | undefined;
    let enveloped: Buffer | undefined;
    for (const connection of connections) {
      if (connection.isEnveloped) {
        enveloped ??= messageFrame('text', envelope(name, formatTimestamp(clock.nowUs()), data));
        connection.sendEvent(enveloped);
      } else {
        plain ??= messageFrame('text', data);
        connection.sendEvent(plain);
      }
    }
    this.#deps.onSend?.(connections, notification);
  }
}
