import { OPERATIONS } from '@kitestring/contract/operations.ts';
import {
  deleteRecording,
  getRecording,
  getRecordingFile,
  getRecordingsState,
  listRecordings,
  startRecording,
  stopRecording,
} from '@kitestring/contract/recordings/operations.ts';
import type { Recordings } from '@kitestring/station/recordings/recordings.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';
import { DownloadSlots, TOO_MANY_DOWNLOADS } from '../../limits/download-slots.ts';
import { recordingDownload } from './recording-download.ts';

/** Without recordings requests are checked as usual, and then refused. */
export function recordingRoutes(
  handoff: Pick<Station['handoff'], 'permit'>,
  recordings?: Recordings,
): readonly Route[] {
  return recordings === undefined
    ? RECORDING_OPERATIONS.map((operation) => route(operation, () => NONE))
    : routesOf(handoff, recordings);
}

const RECORDING_OPERATIONS = OPERATIONS.filter(({ id }) => id.startsWith('recordings'));
const NONE = refuse('VIDEO_UNAVAILABLE.noRecorder');

const routesOf = (
  handoff: Pick<Station['handoff'], 'permit'>,
  recordings: Recordings,
  slots = new DownloadSlots(),
): readonly Route[] => [
  route(listRecordings, () => recordings.list()),
  route(getRecordingsState, () => recordings.state()),
  route(getRecording, ({ params }) => recordings.get(params.recording_id)),
  route(deleteRecording, ({ caller, params }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? recordings.remove(params.recording_id) : permitted;
  }),
  route(getRecordingFile, async ({ caller, params, exchange: { request, response } }) => {
    const file = await recordings.file(params.recording_id, params.file_id);
    if (!file.ok) return file;
    if (!slots.take(caller.sessionId, response)) return TOO_MANY_DOWNLOADS;
    const { headers, method } = request;
    // A range is defined for GET only (RFC 9110, 14.2).
    return await recordingDownload(file.value, method === 'GET' ? headers : { ...headers, range: undefined });
  }),
  route(startRecording, ({ caller }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? recordings.start() : permitted;
  }),
  route(stopRecording, ({ caller }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? recordings.stop() : permitted;
  }),
];
