import { Fault } from '@kitestring/base/fault.ts';
import { HEVC_PROFILE_BYTES, hevcCodec } from '@kitestring/video-process/fmp4';
import { boxAt, readBoxes, typeAt, viewOf } from '@kitestring/video-process/fmp4/read-boxes.ts';

/** Reads bytes of a video from `first` to `last`, inclusive, fewer at its end: so its size need not be known. */
export type ReadRange = (first: number, last: number) => Promise<Uint8Array>;

/** Consecutive pictures in the file. */
interface IndexedFragment {
  /** First byte of the part, and the byte after it. */
  readonly from: number;
  readonly to: number;
  readonly timeS: number;
  /** Decoding can begin with its first picture. */
  readonly isStart: boolean;
}

/** Index of a video file of the station. */
export interface FragmentIndex {
  /** Header that a player needs before any part. */
  readonly head: Uint8Array;
  /** By RFC 6381: `avc1.42c01f`. */
  readonly codec: string;
  readonly durationS: number;
  readonly parts: readonly IndexedFragment[];
  /** Start time of each picture. */
  readonly pictureTimesS: Float64Array;
}

/** A picture that lasts longer than this hides a gap. */
const GAP_S = 1;

/** Whether pictures are missing at this time. */
export function isGapAt({ durationS, pictureTimesS }: FragmentIndex, timeS: number): boolean {
  const at = pictureAt(pictureTimesS, timeS);
  const begin = pictureTimesS[at] ?? 0;
  return (pictureTimesS[at + 1] ?? durationS) - begin > GAP_S && timeS > begin + GAP_S / 2;
}

/** Start of the next or previous picture; undefined at the end and at the beginning. */
export function nextPictureS({ pictureTimesS }: FragmentIndex, timeS: number, direction: 1 | -1): number | undefined {
  return pictureTimesS[pictureAt(pictureTimesS, timeS + ROUNDED_S) + direction];
}

/** Less than the duration of a picture: browsers round times. */
const ROUNDED_S = 0.002;

/** Number of the picture at a time. */
function pictureAt(timesS: Float64Array, timeS: number): number {
  let [low, high] = [0, timesS.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((timesS[middle] as number) <= timeS) low = middle;
    else high = middle;
  }
  return low;
}

/** Limit for the header of a video: type, placeholder, description of the track. */
const HEAD_MAX_BYTES = 65_536;
/** Limit for the tables, more than a day of video needs. */
const TABLES_MAX_BYTES = 64 * 2 ** 20;
const BOX_HEAD_BYTES = 16;

/** The station has not completed the video yet. */
export class UnfinishedRecordingFault extends Fault {}

/**
 * Finds the parts of a film that has ended. Such a film still holds the fragments of which it was made, and its tables
 * say where they are: so a browser can be given fragments, and the file is never needed as a whole.
 * @throws UnfinishedRecordingFault, Error for a file that is no film of a station, and what `read` throws
 */
export async function readFragmentIndex(read: ReadRange): Promise<FragmentIndex> {
  const head = await readHead(read);
  if (head.dataLength === 0) throw new UnfinishedRecordingFault('the film is not finished');
  const dataEnd = head.dataAt + head.dataLength;
  const tables = await read(dataEnd, dataEnd + TABLES_MAX_BYTES - 1);
  const movie = boxAt(tables, 'moov');
  const media = boxAt(movie, 'trak', 'mdia');
  const clockHz = clock(boxAt(media, 'mdhd'));
  const samples = readSamples(boxAt(media, 'minf', 'stbl'));
  const durationS = samples.durations.reduce((sum, duration) => sum + duration, 0) / clockHz;
  return { head: head.bytes, codec: head.codec, durationS, ...locate(samples, head.end, clockHz) };
}

async function readHead(read: ReadRange) {
  const bytes = await read(0, HEAD_MAX_BYTES - 1);
  const view = viewOf(bytes);
  const dataAt = view.getUint32(0);
  if (typeAt(bytes, 4) !== 'ftyp') throw new Error('this is no film');
  const isFinished = typeAt(bytes, dataAt + 4) === 'mdat' && view.getUint32(dataAt) === 1;
  const dataLength = isFinished ? Number(view.getBigUint64(dataAt + 8)) : 0;
  const movieAt = dataAt + BOX_HEAD_BYTES;
  if (typeAt(bytes, movieAt + 4) !== 'moov') throw new Error('the head of the film is not as the station writes it');
  const end = movieAt + view.getUint32(movieAt);
  const movie = bytes.subarray(movieAt, end);
  const head = new Uint8Array(dataAt + movie.length);
  head.set(bytes.subarray(0, dataAt));
  head.set(movie, dataAt);
  return { bytes: head, dataAt, dataLength, end, codec: codecIn(movie) };
}

/** Profile, constraints and level are in the decoder configuration, after its version (ISO/IEC 14496-15). */
function codecIn(movie: Uint8Array): string {
  const description = boxAt(movie, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd');
  const entry = readBoxes(description.subarray(8))[0];
  const PICTURE_FIELDS = 78;
  const configurations = entry?.content.subarray(PICTURE_FIELDS) ?? new Uint8Array();
  if (entry?.type === 'hvc1') return hevcCodec(boxAt(configurations, 'hvcC').subarray(1, 1 + HEVC_PROFILE_BYTES));
  const configuration = boxAt(configurations, 'avcC');
  return `avc1.${[1, 2, 3].map((at) => (configuration[at] ?? 0).toString(16).padStart(2, '0')).join('')}`;
}

/** Ticks per second; it follows two times of 4 bytes, or 8 from version 1 on. */
const clock = (header: Uint8Array): number => viewOf(header).getUint32(header[0] === 1 ? 20 : 12);

interface Samples {
  readonly durations: readonly number[];
  readonly sizes: readonly number[];
  /** Numbers of pictures at which decoding can begin, from 0. */
  readonly starts: ReadonlySet<number>;
  /** Offset and number of pictures of each chunk. */
  readonly chunks: readonly { readonly at: number; readonly count: number }[];
}

function readSamples(tables: Uint8Array): Samples {
  const boxes = new Map(readBoxes(tables).map(({ content, type }) => [type, content]));
  const of = (type: string) => boxes.get(type) ?? new Uint8Array(12);
  const places = boxes.has('co64') ? longs(of('co64')) : words(of('stco'), 8);
  const counts = samplesPerChunk(words(of('stsc'), 8), places.length);
  return {
    durations: unrolled(words(of('stts'), 8)),
    sizes: words(of('stsz'), 12),
    starts: new Set(words(of('stss'), 8).map((number) => number - 1)),
    chunks: places.map((at, index) => ({ at, count: counts[index] ?? 0 })),
  };
}

/** The 32-bit numbers from offset `from` on. */
function words(content: Uint8Array, from: number): number[] {
  const view = viewOf(content);
  return Array.from({ length: Math.max(0, Math.floor((content.length - from) / 4)) }, (_, index) =>
    view.getUint32(from + index * 4),
  );
}

function longs(content: Uint8Array): number[] {
  const view = viewOf(content);
  const count = Math.floor((content.length - 8) / 8);
  return Array.from({ length: count }, (_, index) => Number(view.getBigUint64(8 + index * 8)));
}

/** Expands run-length pairs of count and value. */
function unrolled(pairs: readonly number[]): number[] {
  const values: number[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    for (let count = 0; count < (pairs[at] ?? 0); count += 1) values.push(pairs[at + 1] ?? 0);
  }
  return values;
}

/** Pictures per chunk. A row of three gives the number from a chunk on. */
function samplesPerChunk(rows: readonly number[], chunks: number): number[] {
  const counts: number[] = [];
  for (let at = 0; at + 2 < rows.length; at += 3) {
    const nextChunk = rows[at + 3] ?? chunks + 1;
    while (counts.length < nextChunk - 1) counts.push(rows[at + 1] ?? 0);
  }
  return counts;
}

const locate = (samples: Samples, begin: number, clockHz: number) => ({
  parts: indexFragments(samples, begin, clockHz),
  pictureTimesS: startTimes(samples.durations, clockHz),
});

function startTimes(durations: readonly number[], clockHz: number): Float64Array {
  const times = new Float64Array(durations.length);
  let ticks = 0;
  for (const [index, duration] of durations.entries()) {
    times[index] = ticks / clockHz;
    ticks += duration;
  }
  return times;
}

/** A part begins at the end of the previous one, because its header precedes its pictures. */
function indexFragments(
  { chunks, durations, sizes, starts }: Samples,
  begin: number,
  clockHz: number,
): IndexedFragment[] {
  const parts: IndexedFragment[] = [];
  let from = begin;
  let sample = 0;
  let ticks = 0;
  for (const { at, count } of chunks) {
    const to = sizes.slice(sample, sample + count).reduce((sum, size) => sum + size, at);
    parts.push({ from, to, timeS: ticks / clockHz, isStart: starts.has(sample) });
    ticks = durations.slice(sample, sample + count).reduce((sum, duration) => sum + duration, ticks);
    sample += count;
    from = to;
  }
  return parts;
}

/** The part at which a player must begin to show this time: the last start at or before it. */
export function partFor({ parts }: FragmentIndex, timeS: number): number {
  let found = 0;
  for (const [index, { isStart, timeS: begin }] of parts.entries()) {
    if (begin > timeS) break;
    if (isStart) found = index;
  }
  return found;
}
