import { KEY_FRAME_FLAGS, ntpToRealTimeMs, OTHER_FRAME_FLAGS } from './fragment.ts';
import { STATION_TIME, TRACK_ID } from './movie-box.ts';
import { Mp4Fault } from './mp4-fault.ts';
import { type Box, boxAt, readBoxes, typeAt, viewOf } from './read-boxes.ts';
import type { Chunk, Run } from './sample-tables.ts';
import { TEXT_TRACK_ID } from './timed-text.ts';

/** A file with random access. */
export interface FileSource {
  readonly size: number;
  /** The bytes from `offset`, up to `length`, as far as they exist. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Content of a file of this station. */
export interface ScannedFile {
  /** Its head contains the tables: finished. */
  readonly isFinished: boolean;
  /** The box `moov` at its start. */
  readonly movie: Uint8Array;
  /** Offset of the placeholder. */
  readonly placeholderAt: number;
  /** Complete fragments, in order. */
  readonly chunks: readonly Chunk[];
  /** End of the last complete fragment. */
  readonly end: number;
  /** Start of the first complete fragment, milliseconds since 1970. */
  readonly firstRealTimeMs: number | undefined;
  /** Start of the last one. */
  readonly lastRealTimeMs: number | undefined;
}

/** Position of a video file in time. */
export interface MovieTimes {
  /** When its first picture was taken, UTC, milliseconds since 1970. */
  readonly startMs: number;
  /** The same in station time, microseconds since 1970; absent in files of earlier releases. */
  readonly stationStartUs?: number;
  readonly durationS: number;
}

interface BoxHead {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

/** Upper bound of a head or a `moof`, even with an hour of pictures in one fragment. */
const IN_MEMORY_MAX_BYTES = 4 * 2 ** 20;

/** Scans a file, including a truncated end. @throws Mp4Fault for a file of another origin */
export async function scanFile(file: FileSource): Promise<ScannedFile> {
  const source = windowed(file);
  const type = await headAt(source, 0);
  if (type?.type !== 'ftyp') throw new Mp4Fault('it does not begin as an MP4 file');
  const placeholderAt = type.length;
  const second = await headAt(source, placeholderAt);
  if (second?.type === 'mdat') return { ...NOTHING, isFinished: true, placeholderAt, end: source.size };
  const movieHead = second?.type === 'free' ? await headAt(source, placeholderAt + second.length) : undefined;
  if (movieHead?.type !== 'moov') throw new Mp4Fault('its head is not whole');
  const movie = await wholeBox(source, movieHead);
  const found = await scanFragments(source, movieHead.offset + movieHead.length);
  return { isFinished: false, movie, placeholderAt, ...found };
}

/** Contains the head of a fragment of half a second. */
const WINDOW_BYTES = 4096;

/** The same file with buffered reads that contain all heads of a fragment: a long recording has tens of thousands. */
function windowed(source: FileSource): FileSource {
  let begin = 0;
  let bytes: Uint8Array = new Uint8Array();
  const read = async (offset: number, length: number) => {
    if (length > WINDOW_BYTES) return await source.read(offset, length);
    if (offset < begin || offset + length > begin + bytes.length) {
      begin = offset;
      bytes = await source.read(offset, WINDOW_BYTES);
    }
    return bytes.subarray(offset - begin, offset - begin + length);
  };
  return { size: source.size, read };
}

const NOTHING = { movie: new Uint8Array(), chunks: [], firstRealTimeMs: undefined, lastRealTimeMs: undefined };

/** A film to read from: finished, or still growing. */
export interface Film {
  /** The box `moov` of its head. */
  readonly movie: Uint8Array;
  /** In order; each is on the disk as a whole. */
  readonly chunks: AsyncIterable<Chunk>;
  /** When its first picture was taken, UTC, milliseconds since 1970. */
  readonly startMs: number;
  readonly stationStartUs?: number;
}

/** Undefined without a picture. @throws Mp4Fault for a file of another origin */
export async function readFilm(file: FileSource): Promise<Film | undefined> {
  const source = windowed(file);
  const type = await headAt(source, 0);
  const second = type?.type === 'ftyp' ? await headAt(source, type.length) : undefined;
  if (type === undefined || second === undefined) throw new Mp4Fault('it does not begin as an MP4 file');
  // The block of data of a finished film begins with the head of when it grew.
  const headBytes = second.type === 'mdat' ? LARGE_HEAD_BYTES : second.length;
  const head = await headAt(source, type.length + headBytes);
  if (head?.type !== 'moov') throw new Mp4Fault('its head is not whole');
  const from = head.offset + head.length;
  const first = await fragmentAt(source, from);
  if (first === undefined) return undefined;
  const movie = await wholeBox(source, head);
  return { movie, chunks: chunksFrom(source, from), startMs: first.realTimeMs, ...stationStart(movie) };
}

async function* chunksFrom(source: FileSource, from: number): AsyncGenerator<Chunk, void> {
  for await (const { chunk } of fragments(source, from)) yield chunk;
}

/** Length of a box whose length has 64 bits, and the head of such a box. */
const LARGE_HEAD_BYTES = 16;
/** Heads of `moov` and of `mvhd` in it, and that up to its duration. */
const MOVIE_BEGIN_BYTES = 48;

/**
 * Times of a finished file: its fragments are inside the one block of data, followed by its tables. Undefined for
 * another file.
 */
export async function timesOfFinished(source: FileSource, placeholderAt: number): Promise<MovieTimes | undefined> {
  const dataHead = viewOf(await source.read(placeholderAt, LARGE_HEAD_BYTES));
  const head = await headAt(source, placeholderAt + LARGE_HEAD_BYTES);
  if (dataHead.byteLength < LARGE_HEAD_BYTES || dataHead.getUint32(0) !== 1 || head?.type !== 'moov') return undefined;
  const first = await fragmentAt(source, head.offset + head.length);
  // The tables of a day are large: only their beginning is read.
  const movie = await source.read(placeholderAt + Number(dataHead.getBigUint64(8)), MOVIE_BEGIN_BYTES);
  if (first === undefined || movie.length < MOVIE_BEGIN_BYTES || typeAt(movie, 12) !== 'mvhd') return undefined;
  const header = viewOf(movie.subarray(16));
  const durationS = Number(header.getBigUint64(24)) / header.getUint32(20);
  return { startMs: first.realTimeMs, ...stationStart(await wholeBox(source, head)), durationS };
}

/** @param movie content of the head of a file */
export function stationStart(movie: Uint8Array): Pick<MovieTimes, 'stationStartUs'> {
  const userData = readBoxes(movie).find(({ type }) => type === 'udta');
  const time = userData && readBoxes(userData.content).find(({ type }) => type === STATION_TIME)?.content;
  return time?.length === 8 ? { stationStartUs: Number(viewOf(time).getBigUint64(0)) } : {};
}

interface FoundFragment {
  readonly chunk: Chunk;
  readonly realTimeMs: number;
  readonly end: number;
}

/** Complete fragments from this offset on, in order. */
async function* fragments(source: FileSource, from: number): AsyncGenerator<FoundFragment, void> {
  let before: FoundFragment | undefined;
  for (;;) {
    const next = await fragmentAt(source, before?.end ?? from);
    // Rewritten by a second attempt, or garbage that resembles a fragment: time must not go back.
    if (next === undefined || next.chunk.time < (before?.chunk.time ?? 0)) return;
    yield next;
    before = next;
  }
}

async function scanFragments(source: FileSource, from: number) {
  const found: FoundFragment[] = [];
  for await (const next of fragments(source, from)) found.push(next);
  await dropUnwritten(source, found);
  return {
    chunks: found.map(({ chunk }) => chunk),
    end: found.at(-1)?.end ?? from,
    firstRealTimeMs: found[0]?.realTimeMs,
    lastRealTimeMs: found.at(-1)?.realTimeMs,
  };
}

/** A power cut can leave a file of full length with zeros where nothing was written yet: only at its end. */
async function dropUnwritten(source: FileSource, found: FoundFragment[]): Promise<void> {
  for (let last = found.at(-1); last !== undefined; last = found.at(-1)) {
    if (await holdsNals(source, last.chunk)) return;
    found.pop();
  }
}

/** Undefined without a complete fragment. */
async function fragmentAt(source: FileSource, offset: number): Promise<FoundFragment | undefined> {
  const reference = await headAt(source, offset);
  if (reference?.type !== 'prft' || reference.length !== REFERENCE_BYTES) return undefined;
  const moof = await headAt(source, offset + reference.length);
  if (moof?.type !== 'moof') return undefined;
  const data = await headAt(source, moof.offset + moof.length);
  if (data?.type !== 'mdat' || data.offset + data.length > source.size) return undefined;
  try {
    const chunk = readFragment(await wholeBox(source, moof), moof, data);
    const time = viewOf(await source.read(offset, REFERENCE_BYTES));
    return {
      chunk,
      realTimeMs: ntpToRealTimeMs(time.getUint32(16), time.getUint32(20)),
      end: data.offset + data.length,
    };
  } catch (fault) {
    if (fault instanceof Mp4Fault || fault instanceof RangeError) return undefined;
    throw fault;
  }
}

const REFERENCE_BYTES = 32;

/** Values before the rows: version and flags, count, offset of the first sample. */
const RUN_HEAD_BYTES = 12;
/** Duration, size and flags. */
const PICTURE_COLUMNS = 3;
const TEXT_COLUMNS = 2;

function readFragment(moof: Uint8Array, { offset }: BoxHead, data: BoxHead): Chunk {
  const tracks = readBoxes(moof).filter(({ type }) => type === 'traf');
  const findTrack = (id: number) => tracks.find(({ content }) => viewOf(boxAt(content, 'tfhd')).getUint32(4) === id);
  const picture = findTrack(TRACK_ID);
  const text = findTrack(TEXT_TRACK_ID);
  if (picture === undefined) throw new Mp4Fault('there are no pictures in it');
  const [run, flags = []] = readRun(picture.content, offset, PICTURE_COLUMNS);
  const chunk = {
    ...run,
    flags,
    ...(text !== undefined && { text: readRun(text.content, offset, TEXT_COLUMNS)[0] }),
  };
  checkChunk(chunk, data);
  return chunk;
}

function readRun(track: Uint8Array, base: number, columns: number): [run: Run, ...rest: number[][]] {
  const time = Number(viewOf(boxAt(track, 'tfdt')).getBigUint64(4));
  const view = viewOf(boxAt(track, 'trun'));
  const count = view.getUint32(4);
  if (view.byteLength !== RUN_HEAD_BYTES + count * columns * 4 || count === 0) {
    throw new Mp4Fault(`a run of ${count} samples has ${view.byteLength} bytes`);
  }
  const [durations = [], sizes = [], ...rest] = Array.from({ length: columns }, (_, column) =>
    Array.from({ length: count }, (_, row) => view.getUint32(RUN_HEAD_BYTES + (row * columns + column) * 4)),
  );
  return [{ offset: base + view.getUint32(8), time, durations, sizes }, ...rest];
}

function checkChunk({ flags, offset, sizes, text }: Chunk, data: BoxHead): void {
  const total = (all: readonly number[] = []) => all.reduce((sum, size) => sum + size, 0);
  const begin = data.offset + 8;
  const isWhole = offset === begin + total(text?.sizes) && offset + total(sizes) === data.offset + data.length;
  if (!isWhole || (text?.offset ?? begin) !== begin) throw new Mp4Fault('samples and data do not fit');
  const known = [KEY_FRAME_FLAGS, OTHER_FRAME_FLAGS];
  if (flags.some((flag) => !known.includes(flag))) throw new Mp4Fault('a sample has unknown flags');
}

/** Whether the samples are valid NAL units from the first to the last byte. */
async function holdsNals(source: FileSource, { offset, sizes }: Chunk): Promise<boolean> {
  let at = offset;
  for (const size of sizes) {
    const end = at + size;
    while (at < end) {
      const head = await source.read(at, 4);
      const length = head.length === 4 ? viewOf(head).getUint32(0) : 0;
      if (length === 0 || at + 4 + length > end) return false;
      at += 4 + length;
    }
  }
  return true;
}

async function headAt(source: FileSource, offset: number): Promise<BoxHead | undefined> {
  const bytes = await source.read(offset, 8);
  if (bytes.length < 8) return undefined;
  const length = viewOf(bytes).getUint32(0);
  const type = typeAt(bytes, 4);
  return length < 8 && type !== 'mdat' ? undefined : { type, offset, length };
}

/** Content of a box of limited size. @throws Mp4Fault */
async function wholeBox(source: FileSource, { length, offset, type }: BoxHead): Promise<Uint8Array> {
  if (length > IN_MEMORY_MAX_BYTES) throw new Mp4Fault(`a box ${type} of ${length} bytes is too large`);
  const bytes = await source.read(offset, length);
  const [box]: Box[] = readBoxes(bytes);
  if (box === undefined || bytes.length !== length) throw new Mp4Fault(`the box ${type} is not whole`);
  return box.content;
}
