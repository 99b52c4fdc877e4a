import {
  getFlightFigures,
  getTrends,
  listEndedNotifications,
  READINESS_WAIT_S,
  readiness,
  watchReadiness,
} from '@kitestring/contract/station/operations.ts';
import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import type { Captures } from '@kitestring/station/captures/captures.ts';
import type { FlightLogs } from '@kitestring/station/ports/flight-logs.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';
import { accountRoutes } from './account-routes.ts';
import { cameraPresetRoutes } from './camera-preset-routes.ts';
import { type CaptureRouteDeps, captureRoutes } from './capture-routes.ts';
import { flightLogRoutes } from './flight-routes.ts';
import { incidentRoutes } from './incident-routes.ts';
import { type PasskeyRouteDeps, passkeyRoutes } from './passkey-routes.ts';
import { type PlaceRouteDeps, placeRoutes } from './place-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signatureRoutes } from './signature-routes.ts';
import { type ThermalRouteDeps, thermalRoutes } from './thermal-routes.ts';
import { type WatchLinkRouteDeps, watchLinkRoutes } from './watch-link-routes.ts';

/** All that is kept. */
const TRENDS_MINUTES = 480;

type OwnReadings =
  | 'readiness'
  | 'readinessWatch'
  | 'flight'
  | 'notifications'
  | 'handoff'
  | 'incident'
  | 'signatures'
  | 'cameraPresets'
  | 'flightFigures'
  | 'trends';

interface StationRouteDeps {
  readonly video: (CaptureRouteDeps['video'] & PlaceRouteDeps['video'] & ThermalRouteDeps['video']) | undefined;
  /** Absent where recording is off. */
  readonly captures: Captures | undefined;
  readonly flights: FlightLogs;
  readonly station: Pick<Station, OwnReadings> & PlaceRouteDeps['station'];
}

/** Routes under `/station/v1`, in addition to the published API, of a live station. */
export const stationRoutes = ({ captures, flights, station, video }: StationRouteDeps): readonly Route[] => [
  route(readiness, () => ok(station.readiness())),
  route(watchReadiness, async ({ query }) => ok(await station.readinessWatch.other(query.revision, READINESS_WAIT_S))),
  ...captureRoutes(captures, { handoff: station.handoff, video }),
  ...signatureRoutes(station),
  ...incidentRoutes(station),
  ...cameraPresetRoutes(station),
  ...placeRoutes({ station, video }),
  ...thermalRoutes({ station, video }),
  route(getFlightFigures, () => ok(station.flightFigures())),
  route(getTrends, ({ query: { minutes = TRENDS_MINUTES } }) => ok(station.trends(minutes))),
  route(listEndedNotifications, ({ query: { before, from_time, limit } }) => {
    const fromUs = from_time === undefined ? undefined : parseTimestamp(from_time);
    const page = station.notifications.ended({ before, limit, fromUs });
    return ok({ ...page, flights: [...station.flight.record.flights()] });
  }),
  ...flightLogRoutes(flights, station),
];

/** Routes under `/station/v1` by which people sign in, and are administered. */
export const signedInRoutes = (access: WatchLinkRouteDeps & PasskeyRouteDeps): readonly Route[] => [
  ...watchLinkRoutes(access),
  ...signInRoutes(access),
  ...accountRoutes(access),
  ...passkeyRoutes(access),
];
