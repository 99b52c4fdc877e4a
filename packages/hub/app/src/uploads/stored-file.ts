import { pipeline } from 'node:stream/promises';
import { refusal } from '@kitestring/station-contract/refusal.ts';
import { byteRanges, type HandlerResult, MAX_RANGES } from '@kitestring/web/http';
import type { Objects } from '../objects/objects.ts';
import type { KeptUpload, UploadTable } from './upload-table.ts';

/** An active reader renews its mark within this time; that of a killed hub expires. */
const READING_MS = 60_000;

interface StoredFileDeps {
  readonly objects: Objects;
  readonly uploadTable: Pick<UploadTable, 'reading'>;
  readonly nowMs: () => number;
}

interface StoredFile {
  readonly upload: Pick<KeptUpload, 'id'>;
  readonly file: KeptUpload['files'][number];
  readonly range: string | undefined;
  readonly isHead: boolean;
}

/** ETag of the file: it differs from that of the station, which does not know the hash. */
export const tag = ({ sha256 }: KeptUpload['files'][number]): string => `"${sha256}"`;

/**
 * One range, or the whole file: players request single ranges. While it is read it is not removed. @returns undefined
 * when it was just removed
 */
export async function storedFileAnswer(
  { nowMs, objects, uploadTable }: StoredFileDeps,
  { file, isHead, range: header, upload: { id } }: StoredFile,
): Promise<HandlerResult | undefined> {
  const { bytes, key, name } = file;
  const ranges = byteRanges(isHead ? undefined : header, bytes);
  if (ranges === 'unsatisfiable') {
    return {
      refusal: refusal('RANGE_NOT_SATISFIABLE', { bytes, most: MAX_RANGES, got: header ?? '' }),
      headers: ['Content-Range', `bytes */${bytes}`, 'Accept-Ranges', 'bytes'],
    };
  }
  const range = ranges === 'whole' || ranges.length > 1 ? undefined : ranges[0];
  const note = () => uploadTable.reading(id, nowMs() + READING_MS);
  const stored = isHead || !(await note()) ? undefined : await objects.read(key, range);
  if (stored === undefined && !isHead) return undefined;
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  return {
    status: range === undefined ? 200 : 206,
    mediaType: name.endsWith('.mp4') ? 'video/mp4' : 'application/octet-stream',
    headers: [
      ...['Accept-Ranges', 'bytes', 'ETag', tag(file), 'Content-Length', String(last - first + 1)],
      ...['Content-Disposition', `attachment; filename="${name}"`],
      ...(range === undefined ? [] : ['Content-Range', `bytes ${first}-${last}/${bytes}`]),
    ],
    write: (response) => {
      if (stored === undefined) return void response.end();
      const timer = setInterval(() => void note().catch(() => {}), READING_MS / 2);
      // The connection ends when the reader disconnects or the store fails.
      void pipeline(stored.body, response)
        .catch(() => response.destroy())
        .finally(() => clearInterval(timer));
    },
  };
}
