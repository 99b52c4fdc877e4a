import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';

/** The station answers when the state of a check changes, or after a while with the current figures. */
const READINESS: SharedReadingDefinition<Readiness> = {
  isOnlyLive: true,
  read: ({ station }, before) => station.watchReadiness(before === undefined ? {} : { revision: before.revision }),
  // If too many requests wait, it answers at once.
  pauseMs: 1000,
};

/** The preflight checks; undefined in the air, and before the station has reported them. */
export function useReadiness(): Readiness | undefined {
  const isOnGround = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy') ?? false;
  const { value } = useSharedReading(READINESS, !isOnGround);
  return value?.flight_state === 'StandBy' ? value : undefined;
}
