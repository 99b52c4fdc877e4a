import type { AltitudeBounds } from '@kitestring/station-contract/flight/altitude-limits.ts';
import type { FlightInfo } from '@kitestring/station-contract/flight/flight-info.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { useMemo } from 'react';
import { useNotifications } from '../notifications/use-notifications.ts';
import { rounded } from '../parts/numbers.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useStation } from '../station/station-context.tsx';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { altitudeBounds } from './altitude-limits.ts';

/** It has no topic: another client may change the soft maximum. After a change by this page it is read again at once. */
const FLIGHT_INFO: SharedReadingDefinition<FlightInfo> = {
  read: (client) => client.flight.getFlightInfo(),
  pauseMs: (link) => (link.topic('flight/state').snapshot().value?.flight_state === 'StandBy' ? 15_000 : 3000),
};

export const useFlightInfo = () => useSharedReading(FLIGHT_INFO);

/** Current altitude limits; undefined before the station has reported them. */
export function useAltitudeLimits(): AltitudeBounds | undefined {
  const { altitudeMaxWithoutGpsM, gpsAccuracyMaxM } = useStation().facts.limits;
  const { value: info } = useFlightInfo();
  const flightState = useTopicPart('flight/state', (state) => state.flight_state);
  const isDescending = flightState === 'SafetyDescending';
  const target = useTopicPart('flight/state', (state) => (isDescending ? state.altitude_target : undefined));
  const hasFix = useTopicPart('flight/state', (state) => state.kite_gps_has_fix);
  const accuracy = useTopicPart('flight/state', (state) => rounded(state.kite_gps_accuracy, 1));
  const windMaxM = windMaxMOf(useNotifications().active);
  return useMemo(() => {
    if (info === undefined) return undefined;
    const state = {
      flight_state: flightState ?? 'Unknown',
      ...(target !== undefined && { altitude_target: target }),
      ...(hasFix !== undefined && { kite_gps_has_fix: hasFix }),
      ...(accuracy !== undefined && { kite_gps_accuracy: accuracy }),
    };
    return altitudeBounds({ info, state, altitudeMaxWithoutGpsM, gpsAccuracyMaxM, windMaxM });
  }, [info, flightState, target, hasFix, accuracy, altitudeMaxWithoutGpsM, gpsAccuracyMaxM, windMaxM]);
}

/** HIGH_WIND has the maximum altitude for this wind. */
const windMaxMOf = (active: readonly Notification[]): number | undefined =>
  active.map(({ parameters }) => parameters?.altitude_max).find((limitM) => typeof limitM === 'number');
