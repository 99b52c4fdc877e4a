import type { PublishedTopic } from '@kitestring/base/topic.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import {
  closeRtbLids,
  getSystemInfo,
  getSystemState,
  openRtbLids,
} from '@kitestring/station-contract/system/operations.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { type Route, route, stateRoute } from '@kitestring/web/http';

export const systemRoutes = (
  { system, topics }: Pick<Station, 'system' | 'topics'>,
  topic: PublishedTopic = topics.system,
): readonly Route[] => [
  route(getSystemInfo, () => ok(system.info())),
  stateRoute(getSystemState, topic),
  route(openRtbLids, ({ caller }) => system.openRtbLids(caller)),
  route(closeRtbLids, ({ caller }) => system.closeRtbLids(caller)),
];
