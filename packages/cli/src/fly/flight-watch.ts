import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { LiveTopic } from '@kitestring/client/live-topic.ts';
import type { StationClock } from '@kitestring/client/station-clock.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';

/** Current state of the station from its topics, and the speed of its time. */
export class FlightWatch {
  readonly clock: StationClock;
  flight: FlightState | undefined;
  camera: CameraState | undefined;
  system: SystemState | undefined;
  /** Active notifications, by identity. */
  readonly notifications = new Map<string, Notification>();
  readonly #listeners = new Set<() => void>();
  readonly #failed = Promise.withResolvers<never>();
  readonly #leave: (() => void)[];

  constructor(client: Pick<KitestringClient, 'clock' | 'topic'>) {
    this.clock = client.clock;
    // The rejection is handled by those who await it; an unawaited one is ignored.
    this.#failed.promise.catch(() => {});
    this.#leave = [
      this.#follow(client.topic('flight/state'), (state) => {
        this.flight = state;
      }),
      this.#follow(client.topic('camera/state'), (state) => {
        this.camera = state;
      }),
      this.#follow(client.topic('system/state'), (state) => {
        this.system = state;
      }),
      this.#follow(client.topic('notifications/state'), (notification) => this.#note(notification)),
    ];
  }

  /** Rejects when a topic is not available. */
  get failure(): Promise<never> {
    return this.#failed.promise;
  }

  /** Calls back after each message. @returns a function that unsubscribes */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const leave of this.#leave) leave();
  }

  #follow<T>(topic: LiveTopic<T>, take: (message: T) => void): () => void {
    return topic.subscribe({
      message: (message) => {
        take(message);
        for (const listener of this.#listeners) listener();
      },
      failed: (error) => this.#failed.reject(error),
    });
  }

  #note(notification: Notification): void {
    const identity = `${notification.code} ${notification.begin_time}`;
    if (notification.end_time === undefined) this.notifications.set(identity, notification);
    else this.notifications.delete(identity);
  }
}
