import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';

const SEVERITIES: readonly Notification['severity'][] = ['Fatal', 'Critical', 'Warning', 'Info'];

/** A flight command was accepted, but the Kite does not get where it leads: the station reacted, or another command came. */
export class FlightPreventedError extends Error {
  override readonly name = 'FlightPreventedError';
  /** State of the flight when that was certain. */
  readonly state: FlightState;
  /** Notifications that started or changed since the command: the most severe first, of equal ones the earliest. */
  readonly notifications: readonly Notification[];

  /** @internal */
  constructor(message: string, state: FlightState, notifications: readonly Notification[]) {
    const sorted = [...notifications].sort(bySeverityAndTime);
    super(sorted[0] === undefined ? message : `${message}: ${sorted[0].message}`);
    this.state = state;
    this.notifications = sorted;
  }

  /** The notification that says why; undefined if there is none, for example after an abort by another client. */
  get notification(): Notification | undefined {
    return this.notifications[0];
  }
}

const bySeverityAndTime = (a: Notification, b: Notification): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.begin_time.localeCompare(b.begin_time);
