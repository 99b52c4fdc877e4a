import type { PublishedTopic } from '@kitestring/base/topic.ts';
import { LEASE_HEADER } from '@kitestring/station-contract/handoff/lease-header.ts';
import * as operations from '@kitestring/station-contract/handoff/operations.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { type HandlerResult, type Route, route, stateRoute } from '@kitestring/web/http';

/** Dependencies of the control routes. */
interface HandoffRouteDeps extends Pick<Station, 'handoff'> {
  readonly settings: Pick<Station['settings'], 'handoff'>;
}

/** @param stationSpeed seconds of station time per second of real time */
export const handoffRoutes = (
  { handoff, settings }: HandoffRouteDeps,
  topic: PublishedTopic = handoff.topic,
  stationSpeed: () => number = () => 1,
): readonly Route[] => {
  const inControl = (): HandlerResult => ({
    status: 201,
    headers: [LEASE_HEADER, String(settings.handoff.leaseS / stationSpeed())],
  });
  return [
    stateRoute(operations.getHandoffState, topic),
    route(operations.requestControl, ({ caller, body }) => {
      const result = handoff.request(caller, body);
      if (!result.ok) return result;
      return result.value === 'granted' ? inControl() : { status: 202 };
    }),
    route(operations.releaseControl, ({ caller }) => handoff.release(caller)),
    route(operations.overrideControl, ({ caller, body }) => {
      const result = handoff.override(caller, body);
      return result.ok ? inControl() : result;
    }),
  ];
};
