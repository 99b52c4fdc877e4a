import {
  CHANGES_WAIT_S,
  changeCapture,
  deleteSnapshot,
  getCaptureThumbnail,
  getKeptSnapshot,
  listCaptures,
  takeSnapshot,
  watchCaptures,
} from '@kitestring/contract/station/capture-operations.ts';
import type { Captures } from '@kitestring/station/captures/captures.ts';
import { type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { noVideo } from '@kitestring/video/streams/known-streams.ts';
import type { Video } from '@kitestring/video/video.ts';
import { type HandlerResult, type Route, route } from '../../http/route.ts';
import { timeOf } from './flight-routes.ts';

export interface CaptureRouteDeps {
  readonly handoff: Pick<Station['handoff'], 'permit'>;
  readonly video: Pick<Video, 'snapshot'> | undefined;
}

/** Without recordings requests are checked as usual, and then refused. */
export const captureRoutes = (captures: Captures | undefined, deps: CaptureRouteDeps): readonly Route[] =>
  captures === undefined
    ? CAPTURE_OPERATIONS.map((operation) => route(operation, () => NONE))
    : [...routesOf(captures), ...snapshotRoutes(captures, deps)];

const CAPTURE_OPERATIONS = [
  listCaptures,
  watchCaptures,
  getCaptureThumbnail,
  changeCapture,
  takeSnapshot,
  getKeptSnapshot,
  deleteSnapshot,
];
const NONE = refuse('VIDEO_UNAVAILABLE.noRecorder');

const snapshotRoutes = (captures: Captures, { handoff, video }: CaptureRouteDeps): readonly Route[] => [
  route(takeSnapshot, async ({ body: { stream_id: streamId } }) => {
    const taken = video === undefined ? noVideo(streamId) : await video.snapshot(streamId);
    if (!taken.ok) return taken;
    const kept = await captures.keepSnapshot(streamId, taken.value);
    return kept.ok ? { status: 201, body: kept.value } : kept;
  }),
  route(getKeptSnapshot, async ({ params }) => jpegAnswer(await captures.snapshot(params.capture_id))),
  route(deleteSnapshot, ({ caller, params }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? captures.removeSnapshot(params.capture_id) : permitted;
  }),
];

const jpegAnswer = (jpeg: Result<Uint8Array>): HandlerResult =>
  jpeg.ok ? { status: 200, bytes: jpeg.value, mediaType: 'image/jpeg', cacheControl: 'no-cache' } : jpeg;

const routesOf = (captures: Captures): readonly Route[] => [
  route(listCaptures, ({ query: { flight, from_time, to_time, ...rest } }) => {
    const times = { flightUs: timeOf(flight), fromUs: timeOf(from_time), toUs: timeOf(to_time) };
    return captures.list({ ...rest, ...present(times) });
  }),
  route(watchCaptures, ({ query }) => captures.changes(query.version, CHANGES_WAIT_S)),
  route(getCaptureThumbnail, async ({ params }) => jpegAnswer(await captures.thumbnail(params.capture_id))),
  route(changeCapture, ({ body, params }) => captures.change(params.capture_id, body)),
];

const present = <Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined));
