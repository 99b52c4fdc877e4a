import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { refusal } from '@kitestring/station-contract/refusal.ts';
import type { FlatHeaders } from './answers.ts';
import { byteRanges, MAX_RANGES, type ResolvedRange } from './byte-ranges.ts';
import type { FileAnswer, HandlerResult } from './route.ts';
import type { FileStretch } from './send-file.ts';

interface OfferedFile {
  readonly path: string;
  readonly mediaType: string;
  /** File name for saving in a browser. */
  readonly saveAs: string;
}

/** Fields of a request that select bytes. */
export type DownloadRequest = Pick<IncomingMessage, 'headers' | 'method'>;

/**
 * Answers a download: whole, in parts, or as not modified. A growing file is sent up to its current end.
 * @throws the system error when the file cannot be opened
 */
export async function fileDownload(offered: OfferedFile, request: DownloadRequest): Promise<HandlerResult> {
  const file = await open(offered.path, 'r');
  try {
    return await answerFile(file, offered, request);
  } catch (fault) {
    await file.close();
    throw fault;
  }
}

async function answerFile(file: FileHandle, offered: OfferedFile, request: DownloadRequest): Promise<HandlerResult> {
  const { headers, method } = request;
  // A range is defined for GET only (RFC 9110, 14.2).
  const range = method === 'GET' ? headers.range : undefined;
  const { mtime, mtimeMs, size } = await file.stat();
  const tag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  const validators = { tag, modified: mtime.toUTCString() };
  if (isKnown(headers, validators)) {
    await file.close();
    return { status: 304, headers: ['ETag', validators.tag, 'Last-Modified', validators.modified] };
  }
  const ranges = isSameFile(headers['if-range'], validators) ? byteRanges(range, size) : 'whole';
  if (ranges === 'unsatisfiable') {
    await file.close();
    const values = { bytes: size, most: MAX_RANGES, got: range ?? '' };
    return {
      refusal: refusal('RANGE_NOT_SATISFIABLE', values),
      headers: ['Content-Range', `bytes */${size}`, 'Accept-Ranges', 'bytes'],
    };
  }
  const { mediaType } = offered;
  const common = commonHeaders(offered, validators);
  if (ranges === 'whole')
    return { status: 200, file, mediaType, pieces: [{ first: 0, length: size }], headers: common };
  const parts = ranges.map(
    (part): RangePart => ({ range: part, contentRange: `bytes ${part.first}-${part.last}/${size}` }),
  );
  if (parts.length > 1) return { status: 206, file, ...multipart(parts, mediaType), headers: common };
  const [part] = parts as [RangePart];
  const partHeaders = [...common, 'Content-Range', part.contentRange];
  return { status: 206, file, mediaType, pieces: [fileStretch(part.range)], headers: partHeaders };
}

interface RangePart {
  readonly range: ResolvedRange;
  readonly contentRange: string;
}

const fileStretch = ({ first, last }: ResolvedRange): FileStretch => ({ first, length: last - first + 1 });

/** Several parts in one response, each with its own headers (RFC 9110, 14.6). */
function multipart(parts: readonly RangePart[], partType: string): Pick<FileAnswer, 'mediaType' | 'pieces'> {
  const boundary = randomBytes(16).toString('hex');
  const pieces = parts.flatMap(({ contentRange, range }, index) => [
    Buffer.from(
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${partType}\r\nContent-Range: ${contentRange}\r\n\r\n`,
    ),
    fileStretch(range),
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

const commonHeaders = ({ saveAs }: OfferedFile, { modified, tag }: Validators): FlatHeaders => [
  'Accept-Ranges',
  'bytes',
  'ETag',
  tag,
  'Last-Modified',
  modified,
  'Content-Disposition',
  `attachment; filename="${saveAs}"`,
];

/** `If-Range`: a part is useful only if the file is the version known to the client. RFC 9110, 13.1.5. */
const isSameFile = (condition: string | string[] | undefined, { modified, tag }: Validators): boolean =>
  condition === undefined || condition === tag || condition === modified;

/** HTTP-date in each of its three forms (RFC 9110, 5.6.7); NaN for any other text, which must be ignored (13.1.3). */
function httpDate(text: string): number {
  if (!/^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)/.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/** The client has this version already: `If-None-Match`, or without it `If-Modified-Since`. RFC 9110, 13.1.2 and 13.1.3. */
function isKnown(headers: IncomingHttpHeaders, { modified, tag }: Validators): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags === undefined) return since !== undefined && httpDate(since) >= Date.parse(modified);
  return tags.split(',').some((known) => ['*', tag, `W/${tag}`].includes(known.trim()));
}
