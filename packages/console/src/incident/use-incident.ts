import type { Incident } from '@kitestring/contract/station/incident.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';

/** Typed once for hours of flying; another page may have typed it. */
const INCIDENT: SharedReadingDefinition<{ readonly incident?: Incident }> = {
  isOnlyLive: true,
  read: ({ station }) => station.getIncident(),
  pauseMs: 20_000,
};

/** The incident that is flown for, as this page last read it. */
export function useIncident() {
  const { again, value } = useSharedReading(INCIDENT);
  return { incident: value?.incident, isKnown: value !== undefined, again };
}
