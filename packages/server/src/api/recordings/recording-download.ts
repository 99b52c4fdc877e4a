import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import { refuse } from '@kitestring/station/refusal.ts';
import type { FlatHeaders } from '../../http/answers.ts';
import type { FileAnswer, Outcome } from '../../http/route.ts';
import type { FileStretch } from '../../http/send-file.ts';
import { type ByteRange, byteRanges, MAX_RANGES } from '../../recordings/byte-ranges.ts';
import type { RecordingFile } from '../../recordings/recording-library.ts';

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.mp4', 'video/mp4'],
  ['.jpg', 'image/jpeg'],
  ['.json', 'application/json'],
]);

/** What of a file is sent for these headers. A file that grows is sent as far as it has come. */
export async function recordingDownload(found: RecordingFile, headers: IncomingHttpHeaders): Promise<Outcome> {
  let file: FileHandle;
  try {
    file = await open(found.path, 'r');
  } catch (fault) {
    return notOpened(found, fault);
  }
  try {
    return await answerOf(file, found, headers);
  } catch (fault) {
    await file.close();
    throw fault;
  }
}

async function answerOf(file: FileHandle, found: RecordingFile, headers: IncomingHttpHeaders): Promise<Outcome> {
  const { mtime, mtimeMs, size } = await file.stat();
  const tag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  const validators = { tag, modified: mtime.toUTCString() };
  if (isKnown(headers, validators)) {
    await file.close();
    return { status: 304, headers: ['ETag', validators.tag, 'Last-Modified', validators.modified] };
  }
  const ranges = isSameFile(headers['if-range'], validators) ? byteRanges(headers.range, size) : 'whole';
  if (ranges === 'unsatisfiable') {
    await file.close();
    const refusal = {
      code: 'RANGE_NOT_SATISFIABLE',
      message: `the file has ${size} bytes and at most ${MAX_RANGES} ranges are sent at once, got ${headers.range}`,
    } as const;
    return { refusal, headers: ['Content-Range', `bytes */${size}`, 'Accept-Ranges', 'bytes'] };
  }
  const mediaType = MEDIA_TYPES.get(extname(found.fileId)) ?? 'application/octet-stream';
  const common = commonHeaders(found, validators);
  if (ranges === 'whole')
    return { status: 200, file, mediaType, pieces: [{ first: 0, length: size }], headers: common };
  const parts = ranges.map((range): Part => ({ range, contentRange: `bytes ${range.first}-${range.last}/${size}` }));
  if (parts.length > 1) return { status: 206, file, ...multipart(parts, mediaType), headers: common };
  const [{ contentRange, range }] = parts as [Part];
  const partHeaders = [...common, 'Content-Range', contentRange];
  return { status: 206, file, mediaType, pieces: [stretchOf(range)], headers: partHeaders };
}

interface Part {
  readonly range: ByteRange;
  readonly contentRange: string;
}

const stretchOf = ({ first, last }: ByteRange): FileStretch => ({ first, length: last - first + 1 });

/** Several parts in one answer, each with a head of its own (RFC 9110, 14.6). */
function multipart(parts: readonly Part[], partType: string): Pick<FileAnswer, 'mediaType' | 'pieces'> {
  const boundary = randomBytes(16).toString('hex');
  const pieces = parts.flatMap(({ contentRange, range }, index) => [
    Buffer.from(
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${partType}\r\nContent-Range: ${contentRange}\r\n\r\n`,
    ),
    stretchOf(range),
  ]);
  return {
    mediaType: `multipart/byteranges; boundary=${boundary}`,
    pieces: [...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)],
  };
}

interface Validators {
  readonly tag: string;
  readonly modified: string;
}

const commonHeaders = ({ fileId, recordingId }: RecordingFile, { modified, tag }: Validators): FlatHeaders => [
  'Accept-Ranges',
  'bytes',
  'ETag',
  tag,
  'Last-Modified',
  modified,
  'Content-Disposition',
  `attachment; filename="${recordingId}-${fileId}"`,
];

/** `If-Range`: a part is of use to the client only while the file is the one that it knows. RFC 9110, 13.1.5. */
const isSameFile = (condition: string | string[] | undefined, { modified, tag }: Validators): boolean =>
  condition === undefined || condition === tag || condition === modified;

/** The client has this very file: `If-None-Match`, or without it `If-Modified-Since`. RFC 9110, 13.1.2 and 13.1.3. */
function isKnown(headers: IncomingHttpHeaders, { modified, tag }: Validators): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags === undefined) return since !== undefined && Date.parse(since) >= Date.parse(modified);
  return tags.split(',').some((known) => ['*', tag, `W/${tag}`].includes(known.trim()));
}

/** Removed since it was looked up, or a disk that does not answer. */
function notOpened({ fileId, recordingId }: RecordingFile, fault: unknown): Outcome {
  if ((fault as NodeJS.ErrnoException).code === 'ENOENT') {
    return refuse('RECORDING_NOT_FOUND', `the recording ${recordingId} has no file ${fileId} any more`);
  }
  return refuse('STORAGE_UNAVAILABLE', 'the storage of the recordings cannot be read');
}
