import { insideBbox } from '@kitestring/hub-contract/fleet/bbox.ts';
import { watchFleet } from '@kitestring/hub-contract/fleet/events.ts';
import { type Route, route } from '@kitestring/web/http';
import { hubCaller } from '../people/hub-caller.ts';
import { visibleTo } from '../people/role-check.ts';
import type { HubApiServices } from './hub-services.ts';
import { NO_BBOX } from './station-routes.ts';

/** Live states of stations: all, or those in a bounding box. */
export const liveRoute = ({
  live,
  upgrade,
  watchedRights,
}: Pick<HubApiServices, 'live' | 'upgrade' | 'watchedRights'>): Route =>
  route(watchFleet, (call) => {
    const { bbox, hz = 1 } = call.query;
    const isInside = bbox === undefined ? undefined : insideBbox(bbox);
    if (bbox !== undefined && isInside === undefined) return NO_BBOX;
    const caller = hubCaller(call.caller);
    const sees = visibleTo(watchFleet, caller.rights);
    return upgrade.open(call, { operation: watchFleet, naming: 'nameless' }, (connection) => {
      watchedRights.watch(caller);
      live.add(connection, { hz, isInside: (station) => sees(station.sid) && isInside?.(station) !== false });
    });
  });
