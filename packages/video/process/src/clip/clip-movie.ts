import { RTP_CLOCK_HZ } from '../access-unit.ts';
import { concat, letters, u32, u64 } from '../fmp4/box.ts';
import { KEY_FRAME_FLAGS, OTHER_FRAME_FLAGS } from '../fmp4/fragment.ts';
import { type Edit, fileType, movieBox } from '../fmp4/movie-box.ts';
import { type Run, sampleTables } from '../fmp4/sample-tables.ts';
import { NO_TEXT } from '../fmp4/timed-text.ts';
import { type Cut, type CutSample, isAt } from './read-cut.ts';

/** Bytes of one of the films. */
interface SourceStretch {
  readonly film: number;
  readonly offset: number;
  readonly length: number;
}

/** An MP4 whose data are copied from films: its head, then these stretches. */
interface ClipMovie {
  readonly head: Uint8Array;
  readonly stretches: readonly SourceStretch[];
}

interface ClipOptions {
  /** When the first picture was taken, microseconds since 1970. */
  readonly createdUs: number;
  /** By ISO 6709. */
  readonly place: string | undefined;
  /** Time for which each picture of a time-lapse is shown; by default as long as in its film. */
  readonly shownS: number | undefined;
}

interface PlacedSample extends Run {
  readonly flags: readonly number[];
}

/** Samples of all cuts on one time line, placed in the new file's data. */
interface Placed {
  readonly pictures: PlacedSample[];
  readonly texts: Run[];
  readonly edits: Edit[];
  readonly stretches: SourceStretch[];
}

/**
 * A file of these cuts, one after the other; tables first, so that a player can begin while it comes. Where a cut begins between key frames, an
 * edit list leaves out the pictures before it, which a decoder needs. @param cuts of films with the same description
 */
export function clipMovie(cuts: readonly Cut[], { createdUs, place, shownS }: ClipOptions): ClipMovie {
  const [first] = cuts;
  if (first === undefined) throw new Error('a clip has a cut');
  const placed = placedSamples(cuts, shownS === undefined ? undefined : Math.round(shownS * RTP_CLOCK_HZ));
  const dataBytes = placed.stretches.reduce((sum, { length }) => sum + length, NO_TEXT.length);
  const { description, size } = first;
  const hasText = placed.texts.some(({ offset }) => offset > 0);
  const edits = shownS === undefined && { edits: placed.edits };
  const movie = (base: number) =>
    movieBox({
      size,
      description,
      createdUs,
      place,
      ...edits,
      tables: tablesAt(placed.pictures, base),
      ...(hasText && { text: { ...edits, tables: tablesAt(placed.texts, base) } }),
    });
  const before = fileType(description);
  const baseAfter = (moov: Uint8Array) => before.length + moov.length + DATA_HEAD_BYTES;
  // Offsets above 4 GiB take twice the space.
  let moov = movie(baseAfter(movie(dataBytes)));
  moov = movie(baseAfter(moov));
  const dataHead = concat(u32(1), letters('mdat'), u64(DATA_HEAD_BYTES + dataBytes));
  return { head: concat(before, moov, dataHead, NO_TEXT), stretches: placed.stretches };
}

const DATA_HEAD_BYTES = 16;

const tablesAt = (runs: readonly Run[], base: number) =>
  sampleTables(runs.map((run) => ({ ...run, offset: run.offset + base })));

/** Offsets count from the begin of the data, at which there is a text without letters. */
function placedSamples(cuts: readonly Cut[], shown: number | undefined): Placed {
  const placed: Placed = { pictures: [], texts: [], edits: [], stretches: [] };
  let time = 0;
  let offset = NO_TEXT.length;
  for (const [film, cut] of cuts.entries()) {
    const place = shown === undefined ? placeWhole : placeLapse;
    const end = place({ placed, cut, film, time, offset, shown: shown ?? 0 });
    time = end.time;
    offset = end.offset;
  }
  return placed;
}

interface Placing {
  readonly placed: Placed;
  readonly cut: Cut;
  readonly film: number;
  readonly time: number;
  readonly offset: number;
  readonly shown: number;
}

const NOTHING_YET = (time: number): Run => ({ offset: 0, time, durations: [1], sizes: [NO_TEXT.length] });

/** Samples that follow one another in the film are one run. @param moveBy from the film to the clip */
function runs(
  samples: readonly CutSample[],
  moveBy: { readonly bytes: number; readonly time: number },
): PlacedSample[] {
  const found: { offset: number; time: number; durations: number[]; sizes: number[]; flags: number[]; end: number }[] =
    [];
  for (const { duration, isKeyFrame, offset, size, time } of samples) {
    let run = found.at(-1);
    if (run === undefined || run.end !== offset) {
      run = {
        offset: offset + moveBy.bytes,
        time: time + moveBy.time,
        durations: [],
        sizes: [],
        flags: [],
        end: offset,
      };
      found.push(run);
    }
    run.durations.push(duration);
    run.sizes.push(size);
    run.flags.push(isKeyFrame ? KEY_FRAME_FLAGS : OTHER_FRAME_FLAGS);
    run.end += size;
  }
  return found;
}

/** One stretch with everything between its first and its last sample. */
function placeWhole({ cut, film, offset, placed, time }: Placing) {
  const { fromTime, pictures, texts, toTime } = cut;
  const [first] = pictures;
  const last = pictures.at(-1);
  if (first === undefined || last === undefined) throw new Error('a cut has a picture');
  const shown = texts.filter((text) => text.time >= first.time && text.time < last.time + last.duration);
  const begin = Math.min(first.offset, shown[0]?.offset ?? first.offset);
  const end = Math.max(...[last, ...shown.slice(-1)].map((sample) => sample.offset + sample.size));
  const moveBy = { bytes: offset - begin, time: time - first.time };
  placed.pictures.push(...runs(pictures, moveBy));
  if (shown[0]?.time !== first.time) placed.texts.push(NOTHING_YET(time));
  placed.texts.push(...runs(shown, moveBy).map(({ flags: _flags, ...text }) => text));
  placed.stretches.push({ film, offset: begin, length: end - begin });
  placed.edits.push({ duration: toTime - fromTime, from: time + fromTime - first.time });
  return { time: last.time + last.duration + moveBy.time, offset: end + moveBy.bytes };
}

/** Each picture for the same time, with its text. */
function placeLapse({ cut, film, placed, shown, ...from }: Placing) {
  let { offset, time } = from;
  for (const picture of cut.pictures) {
    const add = (sample: CutSample): number => {
      const at = offset;
      placed.stretches.push({ film, offset: sample.offset, length: sample.size });
      offset += sample.size;
      return at;
    };
    const common = { time, durations: [shown] };
    placed.pictures.push({ ...common, offset: add(picture), sizes: [picture.size], flags: [KEY_FRAME_FLAGS] });
    const text = cut.texts.find((candidate) => isAt(candidate, picture.time));
    if (text === undefined) placed.texts.push({ ...NOTHING_YET(time), ...common });
    else placed.texts.push({ ...common, offset: add(text), sizes: [text.size] });
    time += shown;
  }
  return { time, offset };
}
