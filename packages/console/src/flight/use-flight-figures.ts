import type { FlightTotals } from '@kitestring/contract/station/flight-figures.ts';
import { useEffect } from 'react';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';

/** The flight as the station counts it: the same on every page, and after a reload. */
const FLIGHT_FIGURES: SharedReadingDefinition<FlightTotals> = {
  isOnlyLive: true,
  read: ({ station }) => station.getFlightFigures(),
  pauseMs: (link) => (link.topic('flight/state').snapshot().value?.flight_state === 'StandBy' ? 60_000 : 1000),
};

export const useFlightFigures = () => useSharedReading(FLIGHT_FIGURES);

/** Reads them again when the flight is in another state. To be used once on a page. */
export function useFlightFiguresFollowed(): void {
  const { again } = useFlightFigures();
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed asks again
  useEffect(() => again(), [again, state]);
}
