import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { LiveTopic, TopicStatus } from '@kitestring/client/live-topic.ts';
import type { CameraState } from '@kitestring/contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import type { SystemState } from '@kitestring/contract/system/system-state.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';

/** One message of one topic. */
export interface Change {
  readonly topic: string;
  /** Station time where the station says it, else the time here. */
  readonly time: string;
  readonly data: unknown;
}

/** Everything a station publishes, as it is now. */
export class StationPicture {
  flight: FlightState | undefined;
  camera: CameraState | undefined;
  system: SystemState | undefined;
  handoff: HandoffState | undefined;
  readonly notifications = new Map<string, Notification>();
  time: string | undefined;
  readonly #statuses = new Map<string, TopicStatus>();
  readonly #leave: (() => void)[];
  readonly #onChange: (change: Change) => void;
  readonly #onFail: (topic: string, error: Error) => void;

  constructor(
    client: Pick<KitestringClient, 'topic'>,
    onChange: (change: Change) => void,
    onFail: (topic: string, error: Error) => void,
  ) {
    this.#onChange = onChange;
    this.#onFail = onFail;
    this.#leave = [
      this.#follow(client.topic('flight/state'), (data) => {
        this.flight = data;
      }),
      this.#follow(client.topic('camera/state'), (data) => {
        this.camera = data;
      }),
      this.#follow(client.topic('system/state'), (data) => {
        this.system = data;
      }),
      this.#follow(client.topic('handoff/state'), (data) => {
        this.handoff = data;
      }),
      this.#follow(client.topic('notifications/state'), (data) => this.#note(data)),
    ];
  }

  /** Whether every topic says how things are now. */
  get isLive(): boolean {
    return [...this.#statuses].every(([topic, status]) => status === 'live' || topic === 'notifications/state');
  }

  close(): void {
    for (const leave of this.#leave) leave();
  }

  #follow<T>(topic: LiveTopic<T>, take: (data: T) => void): () => void {
    this.#statuses.set(topic.name, 'connecting');
    return topic.subscribe({
      message: (data, timeUs) => {
        this.time = formatTimestamp(timeUs ?? Date.now() * 1000);
        take(data);
        this.#onChange({ topic: topic.name, time: this.time, data });
      },
      status: (status) => void this.#statuses.set(topic.name, status),
      failed: (error) => {
        this.#statuses.delete(topic.name);
        this.#onFail(topic.name, error);
      },
    });
  }

  #note(notification: Notification): void {
    const identity = `${notification.code} ${notification.begin_time}`;
    if (notification.end_time === undefined) this.notifications.set(identity, notification);
    else this.notifications.delete(identity);
  }
}
