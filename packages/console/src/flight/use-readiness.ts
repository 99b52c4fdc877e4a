import type { Readiness } from '@kitestring/contract/station/readiness.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';

/** The station answers when a check is in another state, or after a while with the figures of then. */
const READINESS: SharedReadingDefinition<Readiness> = {
  isOnlyLive: true,
  read: ({ station }, before) => station.watchReadiness(before === undefined ? {} : { revision: before.revision }),
  // Where too many wait it answers at once.
  pauseMs: 1000,
};

/** The preflight checks; undefined in the air, and before the station has reported them. */
export function useReadiness(): Readiness | undefined {
  const isOnGround = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy') ?? false;
  const { value } = useSharedReading(READINESS, !isOnGround);
  return value?.flight_state === 'StandBy' ? value : undefined;
}
