import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { GROUND_STATION_NOTIFICATIONS } from '@kitestring/station-contract/notifications/dictionary/ground-station.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Attention } from './use-attention.ts';

const { SYSTEM_MOVING } = GROUND_STATION_NOTIFICATIONS;

/** Warnings that get a sound while the Kite is in the air; Critical and Fatal ones are alarms already. */
export function flightWarnings(
  state: FlightStateName | undefined,
  active: readonly Notification[],
): Pick<Attention, 'movingInFlight' | 'warning'> {
  if (state === undefined || state === 'StandBy') return {};
  const warnings = active.filter(({ severity }) => severity === 'Warning');
  const moving = warnings.find(({ code }) => code === SYSTEM_MOVING.code);
  const [newest] = warnings
    .filter((warning) => warning !== moving)
    .toSorted((one, other) => (one.begin_time < other.begin_time ? 1 : -1));
  return {
    ...(moving !== undefined && { movingInFlight: moving.message }),
    ...(newest !== undefined && { warning: newest.message }),
  };
}
