import type { Cancel } from '@kitestring/base/clock.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { NotificationEvents } from '@kitestring/hub-contract/want.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { MirroredTopic } from './mirrored-topic.ts';

/** Single notifications of a station, taken from the state, which lists the newest by number. */
export class MirroredNotifications {
  readonly #topic: MirroredTopic;
  /** Number of the last one that was reported. */
  #told = 0;

  constructor(topic: MirroredTopic) {
    this.#topic = topic;
  }

  active(): readonly Notification[] {
    return (this.#read()?.active ?? []) as readonly Notification[];
  }

  onEvent(listener: (notification: Notification) => void): Cancel {
    this.#told = this.#newest(this.#read());
    return this.#topic.onInvalidate(() => {
      const message = this.#read();
      if (message === undefined) return;
      const { events, first } = message;
      const known = this.#told;
      this.#told = this.#newest(message);
      for (const [index, event] of events.entries()) if (first + index > known) listener(event as Notification);
    });
  }

  #read(): NotificationEvents | undefined {
    const read = readMessage(NotificationEvents, this.#topic.bytes);
    return read.ok ? read.value : undefined;
  }

  #newest(message: NotificationEvents | undefined): number {
    return message === undefined ? this.#told : message.first + message.events.length - 1;
  }
}
