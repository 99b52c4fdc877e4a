import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { FLIGHT_NOTIFICATIONS } from '@kitestring/contract/notifications/dictionary/flight.ts';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';

const { ORDERED_LANDING, SAFETY_DESCENT, SAFETY_LANDING } = FLIGHT_NOTIFICATIONS;

/** Which notification says why the Kite is in this state; others need no reason. */
const CODES: Readonly<Partial<Record<FlightStateName, number>>> = {
  Landing: ORDERED_LANDING.code,
  SafetyLanding: SAFETY_LANDING.code,
  SafetyDescending: SAFETY_DESCENT.code,
};

/** Why the station has put the Kite into this state, in the station's words. */
export const reasonOf = (state: FlightStateName, active: readonly Notification[]): string | undefined =>
  active.find(({ code }) => code === CODES[state])?.message;

/** What is wrong now and may have ended a take-off, worst first; things that are merely good to know left out. */
export function faultsOf(active: readonly Notification[]): readonly string[] {
  const worst = ['Fatal', 'Critical', 'Warning'];
  return active
    .filter(({ severity }) => worst.includes(severity))
    .sort((a, b) => worst.indexOf(a.severity) - worst.indexOf(b.severity))
    .map(({ message }) => message);
}
