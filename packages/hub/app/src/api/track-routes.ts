import { type FleetTrack, readFleetTrack, TRACK_DAYS_MAX } from '@kitestring/hub-contract/fleet/track.ts';
import { ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import { readTrack, type TrackPoint } from '../archive/track.ts';
import type { HubDeps } from '../hub-deps.ts';
import { unixMs } from './history-routes.ts';
import { found } from './station-routes.ts';
import { timestamp } from './station-view.ts';

const DAY_MS = 86_400_000;
const POINTS = 2000;
/** After this time without a record a station counts as off or not recording. */
const GAP_MS = 60_000;

/** Position history of a station. */
export const trackRoutes = ({
  database,
  nowMs,
  stations,
}: Pick<HubDeps, 'database' | 'nowMs' | 'stations'>): readonly Route[] => [
  route(readFleetTrack, async ({ params: { sid }, query }) => {
    const station = found(stations, sid);
    if (!station.ok) return station;
    const toMs = unixMs(query.to) ?? nowMs();
    const fromMs = unixMs(query.from) ?? toMs - DAY_MS;
    const mostMs = TRACK_DAYS_MAX * DAY_MS;
    if (fromMs > toMs || toMs - fromMs > mostMs) {
      return refuse('INVALID_REQUEST', { fault: `from must be at most ${TRACK_DAYS_MAX} days before to` });
    }
    const everyMs = (toMs - fromMs) / (query.limit ?? POINTS);
    return ok(geoJson(await readTrack(database, sid, { fromMs, toMs, everyMs }), Math.max(GAP_MS, 3 * everyMs)));
  }),
];

function geoJson(points: readonly TrackPoint[], gapMs: number): FleetTrack {
  const stretches: TrackPoint[][] = [];
  for (const point of points) {
    const last = stretches.at(-1)?.at(-1);
    if (last === undefined || point.timeMs - last.timeMs > gapMs) stretches.push([]);
    stretches.at(-1)?.push(point);
  }
  return { type: 'FeatureCollection', features: stretches.map(feature) };
}

function feature(points: readonly TrackPoint[]): FleetTrack['features'][number] {
  const [first = [0, 0], ...rest] = points.map(({ latitudeDeg, longitudeDeg }) => [longitudeDeg, latitudeDeg]);
  return {
    type: 'Feature',
    geometry:
      rest.length === 0 ? { type: 'Point', coordinates: first } : { type: 'LineString', coordinates: [first, ...rest] },
    properties: {
      times: points.map(({ timeMs }) => timestamp(timeMs)),
      altitudes: points.map(({ altitudeM }) => altitudeM ?? null),
      flight_states: points.map(({ flightState }) => flightState),
    },
  };
}
