import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import type { Auth } from '@kitestring/station-core/auth';
import type { Answers, Route } from '@kitestring/web/http';
import type { MessageFilter, ObservedWebSocket, RequestFilter, TrafficObserver } from '@kitestring/web/traffic';

/** Sees all traffic, and which states the clients have been shown. */
interface LabObserver extends TrafficObserver {
  /** @param name reads the state; called only while it is on */
  flightStateSent(to: Iterable<ObservedWebSocket>, name: () => string): void;
  notificationSent(to: Iterable<ObservedWebSocket>, notification: Notification): void;
}

/** Faults between the station and its clients. */
interface LabFilters {
  readonly requests: RequestFilter;
  readonly messages: MessageFilter & { stop(): void };
}

/** Attached to the API of a simulated station, for experiments: it sees the traffic, disturbs it, and has operations of its own. */
export interface ApiLab {
  readonly observer: LabObserver;
  /** Called once for each start of the API. */
  filters(auth: Pick<Auth, 'invalidate'>, answers: Answers): LabFilters;
  routes(version: ApiVersion, auth: Pick<Auth, 'onSessionEnd'>): readonly Route[];
}
