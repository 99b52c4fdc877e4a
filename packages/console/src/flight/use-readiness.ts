import type { Readiness } from '@kitestring/contract/station/readiness.ts';
import { useEffect } from 'react';
import { useNotifications } from '../notifications/use-notifications.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';

/** For what creeps: a battery that cools, a wind that rises. What changes at once is told by a topic, too. */
const READINESS: SharedReadingDefinition<Readiness> = {
  read: ({ station }) => station.readiness(),
  pauseMs: 15_000,
};

/** What a take-off needs; undefined in the air, and before the station has said it. */
export function useReadiness(): Readiness | undefined {
  const isOnGround = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy') ?? false;
  const { value } = useSharedReading(READINESS, !isOnGround);
  return value?.flight_state === 'StandBy' ? value : undefined;
}

/** Reads it again whenever a topic tells of a change that may be a check's. To be used once on a page. */
export function useReadinessFollowed(): void {
  const isOnGround = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy') ?? false;
  const { again } = useSharedReading(READINESS, !isOnGround);
  const { active } = useNotifications();
  const system = useTopicPart('system/state', (state) =>
    [
      state.rtb_lids_state,
      state.rtb_parking_brake_state,
      state.rtb_external_safety_land_button_state,
      state.drone_id?.status,
    ].join(' '),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed asks again
  useEffect(() => {
    if (isOnGround) again();
  }, [isOnGround, again, active, system]);
}
