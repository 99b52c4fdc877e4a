import { type FrameSize, type PictureCodec, RTP_CLOCK_HZ } from '../access-unit.ts';
import { descriptionIn } from '../fmp4/finished-movie.ts';
import { KEY_FRAME_FLAGS } from '../fmp4/fragment.ts';
import { movieCodec, movieSize } from '../fmp4/movie-size.ts';
import type { Chunk, Run } from '../fmp4/sample-tables.ts';
import type { Film } from '../fmp4/scan.ts';

/** A picture or a text of a film. Times in 1/90,000 s of the film. */
export interface CutSample {
  readonly offset: number;
  readonly size: number;
  readonly time: number;
  readonly duration: number;
  readonly isKeyFrame: boolean;
}

/** Samples of a stretch of a film: from the key frame at or before its begin. */
export interface Cut {
  readonly size: FrameSize;
  readonly codec: PictureCodec;
  /** A box `stsd`. */
  readonly description: Uint8Array;
  readonly pictures: readonly CutSample[];
  readonly texts: readonly CutSample[];
  readonly fromTime: number;
  readonly toTime: number;
}

export interface CutRange {
  /** Seconds of the film. */
  readonly fromS: number;
  /** The end of the film when absent. */
  readonly toS: number | undefined;
  /** Only key frames, at least this far apart. */
  readonly everyS?: number | undefined;
  /** More pictures are refused. */
  readonly picturesMax: number;
}

/** Why a stretch cannot be cut; seconds of the film. A gap is from the last picture before it to the first one after it. */
export type CutRefusal =
  | { readonly why: 'beyond'; readonly endS: number }
  | { readonly why: 'gap'; readonly fromS: number; readonly toS: number }
  | { readonly why: 'long' };

/** Without a picture for longer than this the stream was lost: the slowest cameras send one a second. */
const GAP_TICKS = 3 * RTP_CLOCK_HZ;

/** Reads no further than the stretch goes, and keeps nothing before it. @param film with a picture */
export async function readCut(film: Film, range: CutRange): Promise<Cut | CutRefusal> {
  const samples = new CutSamples(range);
  for await (const chunk of film.chunks) if (!samples.take(chunk)) break;
  return samples.refusal() ?? samples.cut(film.movie);
}

const ticks = (seconds: number): number => Math.round(seconds * RTP_CLOCK_HZ);
const seconds = (time: number): number => time / RTP_CLOCK_HZ;

class CutSamples {
  readonly #fromTime: number;
  readonly #toTime: number;
  readonly #every: number | undefined;
  readonly #picturesMax: number;
  #pictures: CutSample[] = [];
  #texts: CutSample[] = [];
  #last: CutSample | undefined;
  #gap: CutRefusal | undefined;
  /** When the next picture of a time-lapse is due. From the begin on, not from the last picture: key frames that come later would add up. */
  #due = 0;

  constructor({ everyS, fromS, picturesMax, toS }: CutRange) {
    this.#picturesMax = picturesMax;
    this.#fromTime = ticks(fromS);
    this.#toTime = toS === undefined ? Number.POSITIVE_INFINITY : ticks(toS);
    this.#every = everyS === undefined ? undefined : ticks(everyS);
  }

  /** @returns whether the next chunk is wanted */
  take(chunk: Chunk): boolean {
    for (const picture of samplesIn(chunk, chunk.flags)) {
      this.#checkGap(picture.time);
      this.#last = picture;
      if (picture.time < this.#toTime) this.#takePicture(picture);
    }
    const [begin] = this.#pictures;
    const texts = samplesIn(chunk.text).filter(
      ({ time }) => time >= (begin?.time ?? Number.POSITIVE_INFINITY) && time < this.#toTime,
    );
    if (this.#every === undefined) this.#texts.push(...texts);
    else this.#texts.push(...this.#pictures.slice(-1).flatMap(({ time }) => texts.filter((text) => isAt(text, time))));
    return this.#gap === undefined && !this.#isLong && chunk.time < this.#toTime;
  }

  #takePicture(picture: CutSample): void {
    const { isKeyFrame, time } = picture;
    if (time <= this.#fromTime && isKeyFrame) {
      this.#pictures = [picture];
      this.#texts = [];
      this.#due = time + (this.#every ?? 0);
      return;
    }
    if (this.#pictures.length === 0) return;
    if (this.#every !== undefined) {
      if (!isKeyFrame || time < this.#due) return;
      this.#due += this.#every * (1 + Math.floor((time - this.#due) / this.#every));
    }
    this.#pictures.push(picture);
  }

  #checkGap(time: number): void {
    const from = this.#last?.time;
    const isGap = from !== undefined && this.#every === undefined && time - from > GAP_TICKS;
    if (!isGap || time <= this.#fromTime || from >= this.#toTime) return;
    this.#gap ??= { why: 'gap', fromS: seconds(from), toS: seconds(time) };
  }

  refusal(): CutRefusal | undefined {
    if (this.#gap !== undefined) return this.#gap;
    if (this.#isLong) return { why: 'long' };
    const end = this.#endTime;
    const isBeyond = this.#fromTime >= end || (Number.isFinite(this.#toTime) && this.#toTime > end + END_TICKS);
    return isBeyond ? { why: 'beyond', endS: seconds(end) } : undefined;
  }

  get #isLong(): boolean {
    return this.#pictures.length > this.#picturesMax;
  }

  get #endTime(): number {
    return (this.#last?.time ?? 0) + (this.#last?.duration ?? 0);
  }

  cut(movie: Uint8Array): Cut {
    return {
      size: movieSize(movie),
      codec: movieCodec(movie),
      description: descriptionIn(movie),
      pictures: this.#pictures,
      texts: this.#texts,
      fromTime: this.#fromTime,
      toTime: Math.min(this.#toTime, this.#endTime),
    };
  }
}

/** Players round the length of a film. */
const END_TICKS = RTP_CLOCK_HZ / 10;

export const isAt = ({ duration, time }: CutSample, at: number): boolean => time <= at && at < time + duration;

function samplesIn(run: Run | undefined, flags?: readonly number[]): readonly CutSample[] {
  let { offset = 0, time = 0 } = run ?? {};
  return (run?.sizes ?? []).map((size, index) => {
    const duration = run?.durations[index] ?? 0;
    const sample = {
      offset,
      size,
      time,
      duration,
      isKeyFrame: flags === undefined || flags[index] === KEY_FRAME_FLAGS,
    };
    offset += size;
    time += duration;
    return sample;
  });
}
