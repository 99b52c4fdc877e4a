import { type FileHandle, open } from 'node:fs/promises';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  CLIP_LAPSE_FPS,
  type ClipPart,
  type ClipRequest,
} from '@kitestring/station-contract/station/clip-operations.ts';
import type { RecordingFile } from '@kitestring/station-core/ports';
import { type Cut, type CutRefusal, clipMovie, readCut } from '@kitestring/video-process/clip';
import { type Film, Mp4Fault, readFilm } from '@kitestring/video-process/fmp4';
import { placeInText } from '@kitestring/video-process/klv';
import { fileSource } from '@kitestring/video-process/record';

/** An hour at 30 a second: what their tables take while a clip is made stays below 30 MB. */
const PICTURES_MAX = 108_000;
/** Positions in this many bytes belong to one film: a terabyte. */
const FILM_SPACE = 2 ** 40;

/** A clip, to be sent: its head, and the stretches of the films. Closed after sending. */
interface ClipFile {
  readonly file: ClipFilms;
  readonly pieces: readonly (Uint8Array | { readonly first: number; readonly length: number })[];
}

/** The open recordings of a clip, in the order of the clip. */
class ClipFilms {
  readonly #files: FileHandle[] = [];

  async add(path: string): Promise<FileHandle> {
    const file = await open(path, 'r');
    this.#files.push(file);
    return file;
  }

  async read(buffer: Buffer, offset: number, length: number, position: number) {
    const film = Math.floor(position / FILM_SPACE);
    const { bytesRead = 0 } = (await this.#files[film]?.read(buffer, offset, length, position % FILM_SPACE)) ?? {};
    return { bytesRead };
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }
}

/** Makes one clip after the other: their tables are in memory meanwhile. */
export class ClipMaker {
  #last: Promise<unknown> = Promise.resolve();

  /** @param films of the parts of the request, in order @throws the disk's error */
  make(request: ClipRequest, films: readonly RecordingFile[]): Promise<Result<ClipFile>> {
    const made = this.#last.then(() => madeClip(request, films));
    this.#last = made.catch(() => {});
    return made;
  }
}

async function madeClip(request: ClipRequest, films: readonly RecordingFile[]): Promise<Result<ClipFile>> {
  const file = new ClipFilms();
  try {
    const made = await cutsIn(request, films, file);
    if (!made.ok) await file.close();
    return made;
  } catch (fault) {
    await file.close();
    throw fault;
  }
}

async function cutsIn(
  { clips, every_s: everyS, frames_per_s: fps = CLIP_LAPSE_FPS }: ClipRequest,
  recorded: readonly RecordingFile[],
  file: ClipFilms,
): Promise<Result<ClipFile>> {
  const cuts: Cut[] = [];
  let createdUs = 0;
  for (const [index, part] of clips.entries()) {
    const { fileId, path, recordingId } = recorded[index] as RecordingFile;
    const name = `${fileId} of ${recordingId}`;
    const film = await filmIn(await file.add(path));
    if (typeof film === 'string') return refuse(`INVALID_CLIP.${film}`, { index, video: name });
    const asked = { index, name, film, part };
    const range = readRange(asked);
    if (!range.ok) return range;
    const left = cuts.reduce((sum, { pictures }) => sum - pictures.length, PICTURES_MAX);
    const cut = await readCut(film, { ...range.value, everyS, picturesMax: left });
    if ('why' in cut) return refusal(cut, asked, range.value);
    const unlike = unlikeFirst(cuts[0], cut);
    if (unlike !== undefined) return refuse('INVALID_CLIP.otherPictures', { index, video: name, ...unlike });
    if (index === 0) createdUs = film.startMs * 1000 + range.value.fromS * US_PER_S;
    cuts.push(cut);
  }
  const shownS = everyS === undefined ? undefined : 1 / fps;
  const { head, stretches } = clipMovie(cuts, { createdUs, shownS, place: await recordedPlace(cuts[0], file) });
  const pieces = stretches.map(({ film, length, offset }) => ({ first: film * FILM_SPACE + offset, length }));
  return ok({ file, pieces: [head, ...pieces] });
}

async function filmIn(file: FileHandle): Promise<Film | 'empty' | 'noFilm'> {
  try {
    return (await readFilm(await fileSource(file))) ?? 'empty';
  } catch (fault) {
    if (fault instanceof Mp4Fault) return 'noFilm';
    throw fault;
  }
}

interface AskedPart {
  readonly index: number;
  readonly name: string;
  readonly film: Film;
  readonly part: ClipPart;
}

interface ClipRange {
  readonly fromS: number;
  readonly toS: number | undefined;
}

function readRange(asked: AskedPart): Result<ClipRange> {
  const from = readSeconds(asked, 'from');
  if (!from.ok) return from;
  const to = readSeconds(asked, 'to');
  if (!to.ok) return to;
  const fromS = from.value ?? 0;
  const toS = to.value;
  if (toS === undefined || toS > fromS) return ok({ fromS, toS });
  const field = fieldName(asked, 'to');
  const got = asked.part.to_time;
  if (got === undefined) return refuse('INVALID_CLIP.order', { field, begin: shown(fromS), got: shown(toS) });
  return refuse('INVALID_CLIP.orderOfTimes', { field, begin: timeIn(asked.film, fromS), got });
}

type Which = 'from' | 'to';

/** The field in which a begin or an end is given. */
const fieldName = ({ index, part }: AskedPart, which: Which): string =>
  `clips[${index}].${which}_${part[`${which}_time`] === undefined ? 's' : 'time'}`;

function readSeconds(asked: AskedPart, which: Which): Result<number | undefined> {
  const { film, name: filmName, part } = asked;
  const [seconds, time] = [part[`${which}_s`], part[`${which}_time`]];
  const field = fieldName(asked, which);
  const other = `${which}_s`;
  if (time === undefined) return ok(seconds);
  if (seconds !== undefined) return refuse('INVALID_CLIP.twice', { field, other });
  const beginUs = film.stationStartUs;
  if (beginUs === undefined) return refuse('INVALID_CLIP.untimed', { field, video: filmName, other });
  const atS = ((parseTimestamp(time) ?? 0) - beginUs) / US_PER_S;
  if (atS >= 0) return ok(atS);
  return refuse('INVALID_CLIP.early', { field, got: time, video: filmName, begin: formatTimestamp(beginUs) });
}

/** Station time of a place in a film. A caller that gives times has no seconds to compare with. */
const timeIn = ({ stationStartUs = 0 }: Film, seconds: number): string =>
  formatTimestamp(stationStartUs + Math.round(seconds * US_PER_S));

/** Thousandths are enough to find the place. */
const shown = (seconds: number): number => Math.round(seconds * 1000) / 1000;

function refusal(cut: CutRefusal, asked: AskedPart, { fromS, toS }: ClipRange): Result<never> {
  const { index, name: video } = asked;
  switch (cut.why) {
    case 'long':
      return refuse('INVALID_CLIP.long', { index, most: PICTURES_MAX });
    case 'gap':
      return refuse('INVALID_CLIP.gap', { index, video, from: shown(cut.fromS), to: shown(cut.toS) });
    case 'beyond': {
      const [which, gotS] = fromS >= cut.endS ? (['from', fromS] as const) : (['to', toS ?? 0] as const);
      const field = fieldName(asked, which);
      const got = asked.part[`${which}_time`];
      if (got === undefined)
        return refuse('INVALID_CLIP.beyond', { field, got: shown(gotS), video, end: shown(cut.endS) });
      return refuse('INVALID_CLIP.late', { field, got, video, end: timeIn(asked.film, cut.endS) });
    }
  }
}

/** Codec and size of both where a decoder set up for the first would not show the other; undefined where it would. */
function unlikeFirst(first: Cut | undefined, cut: Cut): { readonly got: string; readonly first: string } | undefined {
  if (first === undefined || Buffer.compare(first.description, cut.description) === 0) return undefined;
  const text = ({ codec, size }: Cut) => `${codec} ${size.widthPx}x${size.heightPx}`;
  return { got: text(cut), first: text(first) };
}

/** Where the first text says that it was taken. */
async function recordedPlace(cut: Cut | undefined, file: ClipFilms): Promise<string | undefined> {
  const text = cut?.texts[0];
  if (text === undefined) return undefined;
  const bytes = Buffer.alloc(text.size);
  await file.read(bytes, 0, text.size, text.offset);
  return placeInText(bytes.toString());
}
