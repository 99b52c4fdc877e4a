import {
  getHandoffState,
  overrideControl,
  releaseControl,
  requestControl,
} from '@kitestring/contract/handoff/operations.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { PublishedTopic } from '@kitestring/station/topic.ts';
import { type Route, route, stateRoute } from '../../http/route.ts';

/** In control, or in the queue. */
const STATUS = { granted: 201, queued: 202 } as const;

export const handoffRoutes = (
  { handoff }: Pick<Station, 'handoff'>,
  topic: PublishedTopic = handoff.topic,
): readonly Route[] => [
  stateRoute(getHandoffState, topic),
  route(requestControl, ({ caller, body }) => {
    const result = handoff.request(caller, body);
    return result.ok ? { status: STATUS[result.value] } : result;
  }),
  route(releaseControl, ({ caller }) => handoff.release(caller)),
  route(overrideControl, ({ caller, body }) => handoff.override(caller, body)),
];
