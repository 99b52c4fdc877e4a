import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { FLIGHT_NOTIFICATIONS } from '@kitestring/contract/notifications/dictionary/flight.ts';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';

const { LANDING_PENDING, ORDERED_LANDING, SAFETY_DESCENT, SAFETY_LANDING } = FLIGHT_NOTIFICATIONS;

/** Which notification says why the Kite is in this state; others need no reason. */
const CODES: Readonly<Partial<Record<FlightStateName, number>>> = {
  Landing: ORDERED_LANDING.code,
  SafetyLanding: SAFETY_LANDING.code,
  SafetyDescending: SAFETY_DESCENT.code,
};

/** Reason of the station for this flight state, in its words. */
export const reasonOf = (state: FlightStateName, active: readonly Notification[]): string | undefined =>
  active.find(({ code }) => code === CODES[state])?.message;

/** A landing that the station has ordered and refuses to abort goes on. */
export const isLandingOrdered = (active: readonly Notification[]): boolean =>
  active.some(({ code }) => code === ORDERED_LANDING.code);

/** The station keeps a landing for a Kite that it does not hear. */
export const isLandingPending = (active: readonly Notification[]): boolean =>
  active.some(({ code }) => code === LANDING_PENDING.code);

/** Active conditions that may have ended a take-off, worst first, without purely informative ones. */
export function faultsOf(active: readonly Notification[]): readonly string[] {
  const worst = ['Fatal', 'Critical', 'Warning'];
  return active
    .filter(({ severity }) => worst.includes(severity))
    .sort((a, b) => worst.indexOf(a.severity) - worst.indexOf(b.severity))
    .map(({ message }) => message);
}
