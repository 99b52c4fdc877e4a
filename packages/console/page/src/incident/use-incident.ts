import type { Incident } from '@kitestring/station-contract/station/incident.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';

const INCIDENT: SharedReadingDefinition<{ readonly incident?: Incident }> = {
  isOnlyLive: true,
  read: ({ station }) => station.getIncident(),
  list: 'incident',
};

/** The current incident, as last read by this page. */
export function useIncident() {
  const { again, value } = useSharedReading(INCIDENT);
  return { incident: value?.incident, isKnown: value !== undefined, again };
}
