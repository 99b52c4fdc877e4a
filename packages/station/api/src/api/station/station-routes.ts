import { ok } from '@kitestring/station-contract/refusal.ts';
import {
  forgetCameraPreset,
  keepCameraPreset,
  listCameraPresets,
} from '@kitestring/station-contract/station/camera-preset-operations.ts';
import { checkItem, getChecklist, setChecklist } from '@kitestring/station-contract/station/checklist-operations.ts';
import { endIncident, getIncident, setIncident } from '@kitestring/station-contract/station/incident-operations.ts';
import {
  CHANGES_WAIT_S,
  cancelPendingLanding,
  getAircraftLink,
  getFlightFigures,
  getInstruments,
  getTrends,
  getWindLoad,
  listEndedNotifications,
  READINESS_WAIT_S,
  readiness,
  setPendingLanding,
  watchLists,
  watchReadiness,
} from '@kitestring/station-contract/station/operations.ts';
import { listSignatures, signReadiness } from '@kitestring/station-contract/station/signature-operations.ts';
import {
  getThermalArea,
  getThermalImage,
  getThermalScale,
  getThermalSpot,
} from '@kitestring/station-contract/station/thermal-operations.ts';
import type { Captures } from '@kitestring/station-core/captures';
import { placeInPicture } from '@kitestring/station-core/place/seen-place.ts';
import type { FlightLogs } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { parseTime, type Route, route } from '@kitestring/web/http';
import { accountRoutes } from './account-routes.ts';
import { type BurntInRouteDeps, burntInRoutes } from './burnt-in-routes.ts';
import { cameraFollowRoutes } from './camera-follow-routes.ts';
import { type CaptureRouteDeps, captureRoutes } from './capture-routes.ts';
import { flightLogRoutes } from './flight-routes.ts';
import { groundRoutes } from './ground-routes.ts';
import { type PasskeyRouteDeps, passkeyRoutes } from './passkey-routes.ts';
import { type PlaceRouteDeps, placeRoutes } from './place-routes.ts';
import { type PushRouteDeps, pushRoutes } from './push-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { type WatchLinkRouteDeps, watchLinkRoutes } from './watch-link-routes.ts';

/** Everything that is stored. */
const TRENDS_MINUTES = 480;

type OwnReadings =
  | 'readiness'
  | 'readinessWatch'
  | 'lists'
  | 'flight'
  | 'notifications'
  | 'ground'
  | 'handoff'
  | 'incident'
  | 'signatures'
  | 'checklist'
  | 'camera'
  | 'cameraPresets'
  | 'flightFigures'
  | 'trends'
  | 'windLoad'
  | 'instruments'
  | 'aircraftLink';

interface StationRouteDeps {
  readonly video:
    | (CaptureRouteDeps['video'] &
        PlaceRouteDeps['video'] &
        ThermalRouteDeps['video'] &
        PushRouteDeps['video'] &
        BurntInRouteDeps['video'])
    | undefined;
  /** Absent if recording is off. */
  readonly captures: Captures | undefined;
  readonly flights: FlightLogs;
  readonly station: Pick<Station, OwnReadings> & PlaceRouteDeps['station'];
}

/** Routes under `/station/v1`, in addition to the published API, of a live station. */
export const stationRoutes = ({ captures, flights, station, video }: StationRouteDeps): readonly Route[] => [
  route(readiness, () => ok(station.readiness())),
  route(watchReadiness, async ({ query }) => ok(await station.readinessWatch.other(query.revision, READINESS_WAIT_S))),
  route(watchLists, async ({ query }) => ok(await station.lists.other(query.version, CHANGES_WAIT_S))),
  ...captureRoutes(captures, { handoff: station.handoff, video }),
  ...signatureRoutes(station),
  ...checklistRoutes(station),
  ...incidentRoutes(station),
  ...cameraPresetRoutes(station),
  ...cameraFollowRoutes({ station, video }),
  ...placeRoutes({ station, video }),
  ...thermalRoutes({ station, video }),
  ...pushRoutes({ video }),
  ...burntInRoutes({ video }),
  route(getFlightFigures, () => ok(station.flightFigures())),
  route(setPendingLanding, ({ caller }) => station.flight.setPendingLanding(caller)),
  route(cancelPendingLanding, ({ caller }) => station.flight.pendingLanding.cancel(caller)),
  route(getWindLoad, () => ok(station.windLoad())),
  route(getInstruments, () => ok(station.instruments())),
  route(getAircraftLink, () => ok(station.aircraftLink())),
  ...groundRoutes(station),
  route(getTrends, ({ query: { minutes = TRENDS_MINUTES, period } }) => ok(station.trends(minutes, period))),
  route(listEndedNotifications, ({ query: { before, from_time, limit } }) => {
    const page = station.notifications.ended({ before, limit, fromUs: parseTime(from_time) });
    return ok({ ...page, flights: [...station.flight.record.flights()] });
  }),
  ...flightLogRoutes(flights, station),
];

/** Routes under `/station/v1` for sign-in and accounts. */
export const signedInRoutes = (access: WatchLinkRouteDeps & PasskeyRouteDeps): readonly Route[] => [
  ...watchLinkRoutes(access),
  ...signInRoutes(access),
  ...accountRoutes(access),
  ...passkeyRoutes(access),
];

/** Camera presets. */
const cameraPresetRoutes = ({ cameraPresets }: Pick<Station, 'cameraPresets'>): readonly Route[] => [
  route(listCameraPresets, () => ok({ presets: cameraPresets.list() })),
  route(keepCameraPreset, ({ body, caller, params: { key } }) => cameraPresets.keep(caller, key, body)),
  route(forgetCameraPreset, ({ caller, params: { key } }) => cameraPresets.forget(caller, key)),
];

/** The current incident. */
const incidentRoutes = ({ incident }: Pick<Station, 'incident'>): readonly Route[] => [
  route(getIncident, () => ok(incident.value === undefined ? {} : { incident: incident.value })),
  route(setIncident, ({ body, caller }) => incident.set(caller, body)),
  route(endIncident, () => incident.end()),
];

/** Signatures of the readiness list. */
const signatureRoutes = ({ signatures }: Pick<Station, 'signatures'>): readonly Route[] => [
  route(listSignatures, () => ok({ signatures: signatures.list() })),
  route(signReadiness, ({ body, caller }) => signatures.sign(caller, body)),
];

/** The crew's own checks. */
const checklistRoutes = ({ checklist }: Pick<Station, 'checklist'>): readonly Route[] => [
  route(getChecklist, () => ok(checklist.value)),
  route(setChecklist, ({ body }) => checklist.setTexts(body)),
  route(checkItem, ({ body, caller }) => checklist.check(caller, body)),
];

interface ThermalRouteDeps {
  readonly station: Pick<Station, 'flight' | 'system' | 'settings'>;
  /** Absent on a station without streams. */
  readonly video?: Pick<Video, 'state' | 'thermal'> | undefined;
}

/** Temperatures in the thermal picture. */
function thermalRoutes({ station, video }: ThermalRouteDeps): readonly Route[] {
  /** To the ground at that point; undefined if there is none, or the Kite has no position. */
  const distanceM = (streamId: string, x: number, y: number): number | undefined => {
    const stream = video?.state(streamId);
    if (stream?.ok !== true) return undefined;
    const { baseHeightM } = station.settings.flight;
    const published = { flight: station.flight.state(), system: station.system.state(), baseHeightM };
    const place = placeInPicture(published, stream.value, { x, y });
    return place.ok ? place.value.slant_range_m : undefined;
  };
  return [
    route(getThermalSpot, ({ query: { stream_id: id, x, y } }) =>
      video === undefined ? noVideo(id) : video.thermal.spot(id, { x, y }, distanceM(id, x, y)),
    ),
    route(getThermalArea, ({ query: { height, stream_id: id, width, x, y } }) => {
      if (video === undefined) return noVideo(id);
      const middle = [Math.min(1, x + width / 2), Math.min(1, y + height / 2)] as const;
      return video.thermal.area(id, { x, y, width, height }, distanceM(id, ...middle));
    }),
    route(getThermalScale, ({ query: { stream_id: id } }) =>
      video === undefined ? noVideo(id) : video.thermal.scale(id),
    ),
    route(getThermalImage, async ({ query: { format = 'jpeg', stream_id: id } }) => {
      const taken = video === undefined ? noVideo(id) : await video.thermal.image(id, format);
      return taken.ok
        ? { status: 200, bytes: taken.value, mediaType: `image/${format}`, cacheControl: 'no-cache' }
        : taken;
    }),
  ];
}
