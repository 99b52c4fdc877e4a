import { KEY_FRAME_FLAGS, OTHER_FRAME_FLAGS, wallMsOf } from './fragment.ts';
import { Mp4Fault } from './mp4-fault.ts';
import { type Box, boxAt, readBoxes, typeAt, viewOf } from './read-boxes.ts';
import type { Chunk } from './sample-tables.ts';

/** A file, from which parts can be read. */
export interface Source {
  readonly size: number;
  /** As many bytes as there are from `offset` on, `length` at most. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** What stands in a file of this station. */
export interface ScannedFile {
  /** Its head says where everything is: there is nothing left to do. */
  readonly isFinished: boolean;
  /** The box `moov` at its beginning. */
  readonly movie: Uint8Array;
  /** Where the placeholder stands. */
  readonly placeholderAt: number;
  /** Whole fragments, in order. */
  readonly chunks: readonly Chunk[];
  /** Behind the last whole fragment. */
  readonly end: number;
  /** When the first whole fragment began, milliseconds since 1970. */
  readonly firstWallMs: number | undefined;
  /** The same of the last one. */
  readonly lastWallMs: number | undefined;
}

/** Where a film stands in time. */
export interface FilmTimes {
  /** When its first picture was taken, UTC, milliseconds since 1970. */
  readonly startMs: number;
  readonly durationS: number;
}

interface BoxHead {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

/** No head of a file and no `moof` is larger: an hour of pictures in one fragment would not be. */
const IN_MEMORY_MAX_BYTES = 4 * 2 ** 20;

/** Reads what a file holds, torn ends included. @throws Mp4Fault for one that this station has not begun */
export async function scanFile(file: Source): Promise<ScannedFile> {
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

/** Holds the head of a fragment of half a second. */
const WINDOW_BYTES = 4096;

/** The same file, read in pieces that hold all heads of a fragment: a long recording has tens of thousands. */
function windowed(source: Source): Source {
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

const NOTHING = { movie: new Uint8Array(), chunks: [], firstWallMs: undefined, lastWallMs: undefined };

/** Length of a box whose length has 64 bits, and the head of such a box. */
const LARGE_HEAD_BYTES = 16;
/** Heads of `moov` and of `mvhd` in it, and that up to its duration. */
const MOVIE_BEGIN_BYTES = 48;

/** Times of a finished film: its fragments still stand in the one block of data, and its tables behind that. Undefined for another's. */
export async function timesOfFinished(source: Source, placeholderAt: number): Promise<FilmTimes | undefined> {
  const dataHead = viewOf(await source.read(placeholderAt, LARGE_HEAD_BYTES));
  const head = await headAt(source, placeholderAt + LARGE_HEAD_BYTES);
  if (dataHead.byteLength < LARGE_HEAD_BYTES || dataHead.getUint32(0) !== 1 || head?.type !== 'moov') return undefined;
  const first = await fragmentAt(source, head.offset + head.length);
  // The tables of a day are large: only what they begin with is read.
  const movie = await source.read(placeholderAt + Number(dataHead.getBigUint64(8)), MOVIE_BEGIN_BYTES);
  if (first === undefined || movie.length < MOVIE_BEGIN_BYTES || typeAt(movie, 12) !== 'mvhd') return undefined;
  const header = viewOf(movie.subarray(16));
  return { startMs: first.wallMs, durationS: Number(header.getBigUint64(24)) / header.getUint32(20) };
}

interface FoundFragment {
  readonly chunk: Chunk;
  readonly wallMs: number;
  readonly end: number;
}

async function scanFragments(source: Source, from: number) {
  const found: FoundFragment[] = [];
  let end = from;
  for (;;) {
    const next = await fragmentAt(source, end);
    // What a second try has written again, or garbage that looks like a fragment: time never goes back.
    if (next === undefined || next.chunk.time < (found.at(-1)?.chunk.time ?? 0)) break;
    found.push(next);
    end = next.end;
  }
  await dropUnwritten(source, found);
  return {
    chunks: found.map(({ chunk }) => chunk),
    end: found.at(-1)?.end ?? from,
    firstWallMs: found[0]?.wallMs,
    lastWallMs: found.at(-1)?.wallMs,
  };
}

/** A power cut can leave a file with its full length, and zeros where the disk had not written yet: at its end only. */
async function dropUnwritten(source: Source, found: FoundFragment[]): Promise<void> {
  for (let last = found.at(-1); last !== undefined; last = found.at(-1)) {
    if (await holdsNals(source, last.chunk)) return;
    found.pop();
  }
}

/** Undefined where no whole fragment stands. */
async function fragmentAt(source: Source, offset: number): Promise<FoundFragment | undefined> {
  const reference = await headAt(source, offset);
  if (reference?.type !== 'prft' || reference.length !== REFERENCE_BYTES) return undefined;
  const moof = await headAt(source, offset + reference.length);
  if (moof?.type !== 'moof') return undefined;
  const data = await headAt(source, moof.offset + moof.length);
  if (data?.type !== 'mdat' || data.offset + data.length > source.size) return undefined;
  try {
    const chunk = readFragment(await wholeBox(source, moof), moof, data);
    const time = viewOf(await source.read(offset, REFERENCE_BYTES));
    return { chunk, wallMs: wallMsOf(time.getUint32(16), time.getUint32(20)), end: data.offset + data.length };
  } catch (fault) {
    if (fault instanceof Mp4Fault || fault instanceof RangeError) return undefined;
    throw fault;
  }
}

const REFERENCE_BYTES = 32;

/** Values before the rows: version and flags, count, place of the first sample. */
const RUN_HEAD_BYTES = 12;
const RUN_ROW_BYTES = 12;

function readFragment(moof: Uint8Array, { offset }: BoxHead, data: BoxHead): Chunk {
  const track = boxAt(moof, 'traf');
  const time = Number(viewOf(boxAt(track, 'tfdt')).getBigUint64(4));
  const run = viewOf(boxAt(track, 'trun'));
  const count = run.getUint32(4);
  if (run.byteLength !== RUN_HEAD_BYTES + count * RUN_ROW_BYTES || count === 0) {
    throw new Mp4Fault(`a run of ${count} samples has ${run.byteLength} bytes`);
  }
  const column = (at: number) =>
    Array.from({ length: count }, (_, row) => run.getUint32(RUN_HEAD_BYTES + row * RUN_ROW_BYTES + at));
  const chunk = { offset: offset + run.getUint32(8), time, durations: column(0), sizes: column(4), flags: column(8) };
  checkChunk(chunk, data);
  return chunk;
}

function checkChunk({ flags, offset, sizes }: Chunk, data: BoxHead): void {
  const length = sizes.reduce((sum, size) => sum + size, 0);
  if (offset !== data.offset + 8 || length !== data.length - 8) throw new Mp4Fault('samples and data do not fit');
  const known = [KEY_FRAME_FLAGS, OTHER_FRAME_FLAGS];
  if (flags.some((flag) => !known.includes(flag))) throw new Mp4Fault('a sample has unknown flags');
}

/** Whether the samples are NAL units from the first to the last byte. */
async function holdsNals(source: Source, { offset, sizes }: Chunk): Promise<boolean> {
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

async function headAt(source: Source, offset: number): Promise<BoxHead | undefined> {
  const bytes = await source.read(offset, 8);
  if (bytes.length < 8) return undefined;
  const length = viewOf(bytes).getUint32(0);
  const type = typeAt(bytes, 4);
  return length < 8 && type !== 'mdat' ? undefined : { type, offset, length };
}

/** The content of a box that is small enough. @throws Mp4Fault */
async function wholeBox(source: Source, { length, offset, type }: BoxHead): Promise<Uint8Array> {
  if (length > IN_MEMORY_MAX_BYTES) throw new Mp4Fault(`a box ${type} of ${length} bytes is too large`);
  const bytes = await source.read(offset, length);
  const [box]: Box[] = readBoxes(bytes);
  if (box === undefined || bytes.length !== length) throw new Mp4Fault(`the box ${type} is not whole`);
  return box.content;
}
