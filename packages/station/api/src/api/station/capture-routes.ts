import { type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import * as operations from '@kitestring/station-contract/station/capture-operations.ts';
import type { Captures } from '@kitestring/station-core/captures';
import type { Station } from '@kitestring/station-core/station.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { type HandlerResult, parseTime, type Route, route } from '@kitestring/web/http';

export interface CaptureRouteDeps {
  readonly handoff: Pick<Station['handoff'], 'permit'>;
  readonly video: Pick<Video, 'snapshot'> | undefined;
}

/** Without recordings requests are checked as usual, and then refused. */
export const captureRoutes = (captures: Captures | undefined, deps: CaptureRouteDeps): readonly Route[] =>
  captures === undefined
    ? CAPTURE_OPERATIONS.map((operation) => route(operation, () => NONE))
    : [...routes(captures), ...snapshotRoutes(captures, deps)];

const CAPTURE_OPERATIONS = [
  operations.listCaptures,
  operations.watchCaptures,
  operations.getCaptureThumbnail,
  operations.changeCapture,
  operations.takeSnapshot,
  operations.getKeptSnapshot,
  operations.deleteSnapshot,
];
const NONE = refuse('VIDEO_UNAVAILABLE.noRecorder');

const snapshotRoutes = (captures: Captures, { handoff, video }: CaptureRouteDeps): readonly Route[] => [
  route(operations.takeSnapshot, async ({ body: { stream_id: streamId } }) => {
    const taken = video === undefined ? noVideo(streamId) : await video.snapshot(streamId);
    if (!taken.ok) return taken;
    const kept = await captures.keepSnapshot(streamId, taken.value);
    return kept.ok ? { status: 201, body: kept.value } : kept;
  }),
  route(operations.getKeptSnapshot, async ({ params }) => jpegAnswer(await captures.snapshot(params.capture_id))),
  route(operations.deleteSnapshot, ({ caller, params }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? captures.removeSnapshot(params.capture_id) : permitted;
  }),
];

const jpegAnswer = (jpeg: Result<Uint8Array>): HandlerResult =>
  jpeg.ok ? { status: 200, bytes: jpeg.value, mediaType: 'image/jpeg', cacheControl: 'no-cache' } : jpeg;

const routes = (captures: Captures): readonly Route[] => [
  route(operations.listCaptures, ({ query: { flight, from_time, to_time, ...rest } }) => {
    const times = { flightUs: parseTime(flight), fromUs: parseTime(from_time), toUs: parseTime(to_time) };
    return captures.list({ ...rest, ...present(times) });
  }),
  route(operations.watchCaptures, ({ query }) => captures.changes(query.version, operations.CHANGES_WAIT_S)),
  route(operations.getCaptureThumbnail, async ({ params }) => jpegAnswer(await captures.thumbnail(params.capture_id))),
  route(operations.changeCapture, ({ body, params }) => captures.change(params.capture_id, body)),
];

const present = <Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined));
