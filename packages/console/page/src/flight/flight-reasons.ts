import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { FLIGHT_NOTIFICATIONS } from '@kitestring/station-contract/notifications/dictionary/flight.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';

const { LANDING_PENDING, ORDERED_LANDING, SAFETY_DESCENT, SAFETY_LANDING } = FLIGHT_NOTIFICATIONS;

/** Notification that explains a state of the Kite; other states need no reason. */
const CODES: Readonly<Partial<Record<FlightStateName, number>>> = {
  Landing: ORDERED_LANDING.code,
  SafetyLanding: SAFETY_LANDING.code,
  SafetyDescending: SAFETY_DESCENT.code,
};

/** The station's reason for this flight state, as text. */
export const reasonOf = (state: FlightStateName, active: readonly Notification[]): string | undefined =>
  active.find(({ code }) => code === CODES[state])?.message;

/** A landing that the station has ordered cannot be aborted. */
export const isLandingOrdered = (active: readonly Notification[]): boolean =>
  active.some(({ code }) => code === ORDERED_LANDING.code);

/** The station stores a landing for a Kite that it cannot reach. */
export const isLandingPending = (active: readonly Notification[]): boolean =>
  active.some(({ code }) => code === LANDING_PENDING.code);

/** Active conditions that may have ended a take-off, worst first, without purely informative ones. */
export function faults(active: readonly Notification[]): readonly string[] {
  const worst = ['Fatal', 'Critical', 'Warning'];
  return active
    .filter(({ severity }) => worst.includes(severity))
    .sort((a, b) => worst.indexOf(a.severity) - worst.indexOf(b.severity))
    .map(({ message }) => message);
}
