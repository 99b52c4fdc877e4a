import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import type { RecordingFile } from '@kitestring/station/ports/recording-store.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import { fileDownload } from '../../http/file-download.ts';
import type { HandlerResult } from '../../http/route.ts';

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.mp4', 'video/mp4'],
  ['.jpg', 'image/jpeg'],
  ['.json', 'application/json'],
]);

/** Answers a download for these headers. A growing file is sent up to its present end. */
export async function recordingDownload(found: RecordingFile, headers: IncomingHttpHeaders): Promise<HandlerResult> {
  const { fileId, path, recordingId } = found;
  const mediaType = MEDIA_TYPES.get(extname(fileId)) ?? 'application/octet-stream';
  try {
    return await fileDownload({ path, mediaType, saveAs: `${recordingId}-${fileId}` }, headers);
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
