import type { FlightInfo } from '@kitestring/contract/flight/flight-info.ts';
import { useMemo } from 'react';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useStation } from '../station/station-context.tsx';
import { useSharedReading } from '../station/use-shared-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { type AltitudeLimits, altitudeLimitsOf } from './altitude-limits.ts';

/** It has no topic: another client may change the soft maximum, and the flight hours grow. */
const FLIGHT_INFO: SharedReadingDefinition<FlightInfo> = {
  read: (client) => client.flight.getFlightInfo(),
  pauseMs: 2000,
};

export const useFlightInfo = () => useSharedReading(FLIGHT_INFO);

/** What bounds the altitude now; undefined until the station has said it. */
export function useAltitudeLimits(): AltitudeLimits | undefined {
  const { altitudeMaxWithoutGpsM, gpsAccuracyMaxM } = useStation().facts.limits;
  const { value: info } = useFlightInfo();
  const flightState = useTopicPart('flight/state', (state) => state.flight_state);
  const isDescending = flightState === 'SafetyDescending';
  const target = useTopicPart('flight/state', (state) => (isDescending ? state.altitude_target : undefined));
  const hasFix = useTopicPart('flight/state', (state) => state.kite_gps_has_fix);
  const accuracy = useTopicPart('flight/state', (state) => state.kite_gps_accuracy);
  return useMemo(() => {
    if (info === undefined) return undefined;
    const state = {
      flight_state: flightState ?? 'Unknown',
      ...(target !== undefined && { altitude_target: target }),
      ...(hasFix !== undefined && { kite_gps_has_fix: hasFix }),
      ...(accuracy !== undefined && { kite_gps_accuracy: accuracy }),
    };
    return altitudeLimitsOf({ info, state, altitudeMaxWithoutGpsM, gpsAccuracyMaxM });
  }, [info, flightState, target, hasFix, accuracy, altitudeMaxWithoutGpsM, gpsAccuracyMaxM]);
}
