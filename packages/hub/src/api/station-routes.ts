import { listFleetStations, readFleetStation, revokeFleetStation } from '@kitestring/hubcontract/fleet/operations.ts';
import { type Route, route } from '@kitestring/server/http/route.ts';
import { accepted, ok, type Refusal, type Result, refusal } from '@kitestring/station/refusal.ts';
import type { ArchiveCursor } from '../archive/plan-batch.ts';
import type { Presence } from '../presence/presence.ts';
import type { RegisteredStation, Stations } from '../registry/stations.ts';
import { stationView, timeOf } from './station-view.ts';

const PAGE = 100;

export interface StationRouteDeps {
  readonly stations: Stations;
  readonly presence: Presence;
  /** The archive's cursor of a numbering, as far as known without asking the database. */
  readonly cursorOf: (sid: string, epoch: string) => ArchiveCursor | undefined;
  /** Ends the membership of a station. */
  readonly revoke: (sid: string, by: { readonly who: string; readonly address: string | undefined }) => Promise<void>;
}

const absent = (path: string): Refusal => refusal('NOT_FOUND.nothingThere', { path });

/** A station by its sid. */
export function found(stations: Stations, sid: string): Result<RegisteredStation> {
  const station = stations.get(sid);
  return station === undefined ? { ok: false, refusal: absent(`/fleet/v1/stations/${sid}`) } : ok(station);
}

export const stationRoutes = (deps: StationRouteDeps): readonly Route[] => [
  route(listFleetStations, ({ query }) => ok(listOf(deps, query))),
  route(readFleetStation, ({ params }) => detailsOf(deps, params.sid)),
  route(revokeFleetStation, async ({ caller, exchange, params }) => {
    const station = found(deps.stations, params.sid);
    if (!station.ok) return station;
    await deps.revoke(params.sid, { who: caller.pluginName, address: exchange.clientAddress });
    return accepted;
  }),
];

interface ListQuery {
  readonly state?: string;
  readonly text?: string;
  readonly after?: string;
  readonly limit?: number;
}

function listOf({ presence, stations }: StationRouteDeps, { after, limit = PAGE, state, text }: ListQuery) {
  const fitting = stations
    .list()
    .filter((station) => text === undefined || contains(station, text.toLowerCase()))
    .map((station) => stationView(station, presence.of(station.sid)))
    .filter((station) => state === undefined || station.state === state);
  const begin = after === undefined ? 0 : fitting.findIndex(({ sid }) => sid === after) + 1;
  const page = fitting.slice(begin, begin + limit);
  const last = begin + page.length < fitting.length ? page.at(-1)?.sid : undefined;
  return { stations: page, total: fitting.length, ...(last !== undefined && { next_after: last }) };
}

const contains = ({ inventory, name, sid }: RegisteredStation, text: string): boolean =>
  [name, sid, inventory.serial, inventory.kite].some((part) => part?.toLowerCase().includes(text));

function detailsOf({ cursorOf, presence, stations }: StationRouteDeps, sid: string) {
  const station = found(stations, sid);
  if (!station.ok) return station;
  const { createdMs, inventory, revokedMs } = station.value;
  const beat = presence.of(sid)?.beat ?? station.value.beat;
  return ok({
    station: stationView(station.value, presence.of(sid)),
    enrolled: timeOf(createdMs),
    ...(revokedMs !== undefined && { revoked: timeOf(revokedMs) }),
    inventory,
    ...(beat !== undefined && {
      journal: {
        ...{ epoch: beat.epoch, head: beat.head, sent: beat.sent },
        archived: cursorOf(sid, beat.epoch)?.have ?? 0,
      },
    }),
  });
}
