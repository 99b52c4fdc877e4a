import { useEffect } from 'react';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { type ShownWindLoad, shownWindLoad, WIND_LOAD } from './wind-load.ts';

/** Reads it again when the Kite takes off or lands. Used once on a page. */
export function useWindLoadFollowed(): void {
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy');
  const { again } = useSharedReading(WIND_LOAD);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change reads it again
  useEffect(() => again(), [again, state]);
}

export const useWindLoad = (): ShownWindLoad => shownWindLoad(useSharedReading(WIND_LOAD));
