import type { Beat } from '@kitestring/hub-contract/beat.ts';
import { insideBbox } from '@kitestring/hub-contract/fleet/bbox.ts';
import { listFleetStations, readFleetStation, revokeFleetStation } from '@kitestring/hub-contract/fleet/operations.ts';
import type { QueryOf } from '@kitestring/station-contract/operation.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import type { Fleet } from '../fleet.ts';
import type { HubDeps } from '../hub-deps.ts';
import { actor, hubCaller } from '../people/hub-caller.ts';
import { isAt, type Right, scopes } from '../people/rights.ts';
import { visibleTo } from '../people/role-check.ts';
import type { RegisteredStation, Stations } from '../registry/stations.ts';
import { nothingAt } from './nothing-at.ts';
import { pageOf } from './page-of.ts';
import { stationView, timestamp } from './station-view.ts';

type StationRouteDeps = Pick<HubDeps, 'presence' | 'rights' | 'stations'> & Pick<Fleet, 'fleetArchive' | 'revocations'>;

export const NO_BBOX = refuse('INVALID_REQUEST', {
  fault: 'bbox must be west,south,east,north: longitudes from -180 to 180, latitudes from -90 to 90, south below north',
});

/** A station by its sid. */
export function found(stations: Stations, sid: string): Result<RegisteredStation> {
  const station = stations.get(sid);
  return station === undefined ? nothingAt(`stations/${sid}`) : ok(station);
}

export const stationRoutes = (deps: StationRouteDeps): readonly Route[] => [
  route(listFleetStations, ({ caller, query }) => listOf(deps, query, hubCaller(caller).rights)),
  route(readFleetStation, ({ caller, params }) => details(deps, params.sid, hubCaller(caller).rights)),
  route(revokeFleetStation, async ({ params, ...call }) => {
    const station = found(deps.stations, params.sid);
    if (!station.ok) return station;
    await deps.revocations.revoke(params.sid, actor(call));
    return accepted;
  }),
];

function listOf(
  { presence, rights, stations }: StationRouteDeps,
  { after, bbox, group, limit, state, text }: QueryOf<typeof listFleetStations>,
  own: readonly Right[],
) {
  const sees = visibleTo(listFleetStations, own);
  const isInside = bbox === undefined ? () => true : insideBbox(bbox);
  if (isInside === undefined) return NO_BBOX;
  const members = group === undefined ? undefined : (rights.groups.get(group)?.sids ?? new Set());
  const viewOf = (station: RegisteredStation) =>
    stationView(station, presence.of(station.sid), mayRead(own, station.sid));
  const fits = (station: RegisteredStation) => {
    const { sid } = station;
    if (!sees(sid) || members?.has(sid) === false) return false;
    if (text !== undefined && !contains(station, text.toLowerCase())) return false;
    const view = viewOf(station);
    return (state === undefined || view.state === state) && isInside(view);
  };
  const { next_after, page, total } = pageOf(stations.list(), fits, after, limit);
  return ok({ stations: page.map(viewOf), total, ...(next_after !== undefined && { next_after }) });
}

/** Whether the caller may read the states of a station. An auditor sees only that it exists. */
const mayRead = (rights: readonly Right[], sid: string): boolean =>
  scopes(rights.filter((right) => isAt(right, sid))).includes('read');

const contains = ({ inventory, name, sid }: RegisteredStation, text: string): boolean =>
  [name, sid, inventory.serial, inventory.kite].some((part) => part?.toLowerCase().includes(text));

const relayedStream = ({ kbps, made, stream, why }: NonNullable<Beat['link']['video']>[number]) => ({
  stream_id: stream,
  target_kbps: kbps,
  reason: why,
  ...(made !== undefined && { width: made.w, height: made.h, frames_per_second: made.fps }),
});

function details({ fleetArchive, presence, stations }: StationRouteDeps, sid: string, own: readonly Right[]) {
  const station = found(stations, sid);
  if (!station.ok) return station;
  const { createdMs, inventory, revokedMs } = station.value;
  const beat = presence.of(sid)?.beat ?? station.value.beat;
  return ok({
    station: stationView(station.value, presence.of(sid), mayRead(own, sid)),
    enrolled: timestamp(createdMs),
    ...(revokedMs !== undefined && { revoked: timestamp(revokedMs) }),
    inventory,
    ...(mayRead(own, sid) && beat?.link.video !== undefined && { video: beat.link.video.map(relayedStream) }),
    ...(beat !== undefined && {
      journal: {
        epoch: beat.epoch,
        head: beat.head,
        sent: beat.sent,
        archived: fleetArchive.cursorOf(sid, beat.epoch)?.have ?? 0,
      },
    }),
  });
}
