import {
  deleteRecording,
  getRecording,
  getRecordingFile,
  getRecordingsState,
  listRecordings,
  startRecording,
  stopRecording,
} from '@kitestring/contract/recordings/operations.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Failure, type Route, route } from '../../http/route.ts';
import { DOWNLOADS_PER_SESSION, DownloadSlots } from '../../limits/download-slots.ts';
import type { Recordings } from '../../recordings/recordings.ts';
import { recordingDownload } from './recording-download.ts';

/** Checked like every request where there are no recordings, and then refused. */
export function recordingRoutes(
  handoff: Pick<Station['handoff'], 'permit'>,
  recordings?: Recordings,
): readonly Route[] {
  return recordings === undefined
    ? OPERATIONS.map((operation) => route(operation, () => NONE))
    : routesOf(handoff, recordings);
}

const OPERATIONS = [
  listRecordings,
  getRecordingsState,
  getRecording,
  deleteRecording,
  getRecordingFile,
  startRecording,
  stopRecording,
];
const NONE = refuse('VIDEO_UNAVAILABLE', 'this station has no recorder');

const TOO_MANY_DOWNLOADS: Failure = {
  refusal: {
    code: 'TOO_MANY_DOWNLOADS',
    message: `the session downloads ${DOWNLOADS_PER_SESSION} files, which is the most it may at once`,
  },
  headers: ['Retry-After', '5'],
};

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
  route(getRecordingFile, async ({ caller, params, reply, request }) => {
    const file = await recordings.file(params.recording_id, params.file_id);
    if (!file.ok) return file;
    const giveBack = slots.take(caller.sessionId);
    if (giveBack === undefined) return TOO_MANY_DOWNLOADS;
    reply.raw.once('close', giveBack);
    const { headers, method } = request.raw;
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
