import { extname } from 'node:path';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import * as operations from '@kitestring/station-contract/recordings/operations.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import type { RecordingFile } from '@kitestring/station-core/ports';
import type { Recordings } from '@kitestring/station-core/recordings';
import type { Station } from '@kitestring/station-core/station.ts';
import { type DownloadRequest, fileDownload, type HandlerResult, type Route, route } from '@kitestring/web/http';
import { DownloadSlots, TOO_MANY_DOWNLOADS } from '@kitestring/web/limits';

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.mp4', 'video/mp4'],
  ['.jpg', 'image/jpeg'],
  ['.json', 'application/json'],
]);

/** Answers a download. A growing file is sent up to its current end. */
async function recordingDownload(found: RecordingFile, request: DownloadRequest): Promise<HandlerResult> {
  const { fileId, path, recordingId } = found;
  const mediaType = MEDIA_TYPES.get(extname(fileId)) ?? 'application/octet-stream';
  try {
    return await fileDownload({ path, mediaType, saveAs: `${recordingId}-${fileId}` }, request);
  } catch (fault) {
    return notOpened(found, fault);
  }
}

/** Deleted since the look-up, or a disk error. */
function notOpened({ fileId, recordingId }: RecordingFile, fault: unknown): HandlerResult {
  if ((fault as NodeJS.ErrnoException).code === 'ENOENT') {
    return refuse('RECORDING_NOT_FOUND.fileGone', { recording: recordingId, file: fileId });
  }
  return refuse('STORAGE_UNAVAILABLE.unreadable');
}

/** Without recordings requests are checked as usual, and then refused. */
export function recordingRoutes(
  handoff: Pick<Station['handoff'], 'permit'>,
  recordings?: Recordings,
): readonly Route[] {
  return recordings === undefined
    ? RECORDING_OPERATIONS.map((operation) => route(operation, () => NONE))
    : routes(handoff, recordings);
}

const RECORDING_OPERATIONS = OPERATIONS.filter(({ id }) => id.startsWith('recordings'));
const NONE = refuse('VIDEO_UNAVAILABLE.noRecorder');

const routes = (
  handoff: Pick<Station['handoff'], 'permit'>,
  recordings: Recordings,
  slots = new DownloadSlots(),
): readonly Route[] => [
  route(operations.listRecordings, () => recordings.list()),
  route(operations.getRecordingsState, () => recordings.state()),
  route(operations.getRecording, ({ params }) => recordings.get(params.recording_id)),
  route(operations.deleteRecording, ({ caller, params }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? recordings.remove(params.recording_id) : permitted;
  }),
  route(operations.getRecordingFile, async ({ caller, params, exchange: { request, response } }) => {
    const file = await recordings.file(params.recording_id, params.file_id);
    if (!file.ok) return file;
    if (!slots.take(caller.sessionId, response)) return TOO_MANY_DOWNLOADS;
    return await recordingDownload(file.value, request);
  }),
  route(operations.startRecording, ({ caller }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? recordings.start() : permitted;
  }),
  route(operations.stopRecording, ({ caller }) => {
    const permitted = handoff.permit(caller);
    return permitted.ok ? recordings.stop() : permitted;
  }),
];
