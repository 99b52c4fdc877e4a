import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { LiveTopic, TopicStatus } from '@kitestring/client/live-topic.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { readiness } from '@kitestring/station-contract/station/operations.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';

/** A change of a check also changes a state, or is a slow drift. */
const READINESS_EVERY_MS = 1000;

/** One message of one topic. */
export interface Change {
  readonly topic: string;
  /** Station time if the message carries it, otherwise local time. */
  readonly time: string;
  readonly data: unknown;
}

/** Current values of all topics of a station. */
export class StationPicture {
  flight: FlightState | undefined;
  camera: CameraState | undefined;
  system: SystemState | undefined;
  handoff: HandoffState | undefined;
  /** Preflight checks; on the ground only. */
  readiness: Readiness | undefined;
  readonly notifications = new Map<string, Notification>();
  time: string | undefined;
  readonly #statuses = new Map<string, TopicStatus>();
  readonly #leave: (() => void)[];
  readonly #readReadiness: () => Promise<Readiness>;
  #readinessAskedMs = Number.NEGATIVE_INFINITY;
  #readinessText = '';
  readonly #onChange: (change: Change) => void;
  readonly #onFail: (topic: string, error: Error) => void;

  constructor(
    client: Pick<KitestringClient, 'topic' | 'station'>,
    onChange: (change: Change) => void,
    onFail: (topic: string, error: Error) => void,
  ) {
    this.#onChange = onChange;
    this.#onFail = onFail;
    this.#readReadiness = () => client.station.readiness();
    this.#leave = [
      this.#follow(client.topic('flight/state'), (data) => {
        this.flight = data;
        void this.#followReadiness();
      }),
      this.#follow(client.topic('camera/state'), (data) => {
        this.camera = data;
      }),
      this.#follow(client.topic('system/state'), (data) => {
        this.system = data;
        void this.#followReadiness();
      }),
      this.#follow(client.topic('handoff/state'), (data) => {
        this.handoff = data;
      }),
      this.#follow(client.topic('notifications/state'), (data) => this.#note(data)),
    ];
  }

  /** Whether every topic is live. */
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

  /** It has no topic: read when a state has changed, at most at this rate. */
  async #followReadiness(): Promise<void> {
    if (this.flight?.flight_state !== 'StandBy') {
      this.readiness = undefined;
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.#readinessAskedMs < READINESS_EVERY_MS) return;
    this.#readinessAskedMs = nowMs;
    // Not supported by this station, or not available: the states show an outage.
    const data = await this.#readReadiness().catch(() => undefined);
    this.readiness = data;
    const text = JSON.stringify(data);
    if (data === undefined || text === this.#readinessText) return;
    this.#readinessText = text;
    this.#onChange({ topic: readiness.id.replace('.', '/'), time: this.time ?? '', data });
  }

  #note(notification: Notification): void {
    const identity = `${notification.code} ${notification.begin_time}`;
    if (notification.end_time === undefined) this.notifications.set(identity, notification);
    else this.notifications.delete(identity);
  }
}
