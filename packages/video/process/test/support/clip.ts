import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AccessUnit,
  codecOf,
  type EncodedSource,
  type FrameSize,
  type ParameterSets,
  type PictureCodec,
  type VideoConsumer,
} from '../../src/access-unit.ts';
import { completeSets, nalSyntax } from '../../src/encode/nal-syntax.ts';
import { Subscribers } from '../../src/source/subscribers.ts';

/** NAL units of a stream with start codes. */
function splitNals(bytes: Buffer): Uint8Array[] {
  const nals: Uint8Array[] = [];
  const startCode = Buffer.from([0, 0, 1]);
  for (let at = bytes.indexOf(startCode); at >= 0; ) {
    const next = bytes.indexOf(startCode, at + 3);
    const nal = bytes.subarray(at + 3, next < 0 ? bytes.length : next);
    // A zero before a start code belongs to it.
    nals.push(nal.subarray(0, nal.findLastIndex((byte) => byte !== 0) + 1));
    at = next;
  }
  return nals;
}

/** Encoded pictures that are played again and again. The first is a key frame with the parameter sets. */
export interface Film {
  /** Each with its NAL units. */
  readonly pictures: readonly (readonly Uint8Array[])[];
  readonly sets: ParameterSets;
  readonly framesPerS: number;
}

/** @param file with start codes and access unit delimiters */
export function readFilm(file: string, framesPerS: number, codec: PictureCodec = 'H.264'): Film {
  const syntax = nalSyntax(codec);
  const delimiter = syntax.typeOf(syntax.delimiter);
  const pictures: Uint8Array[][] = [];
  for (const nal of splitNals(readFileSync(file))) {
    if (syntax.typeOf(nal) === delimiter) pictures.push([]);
    else pictures.at(-1)?.push(nal);
  }
  const sets = completeSets(pictures[0] ?? [], syntax);
  if (sets === undefined) throw new Error(`${file} begins without parameter sets`);
  return { pictures, sets, framesPerS };
}

/** Three seconds of real H.264, 160 by 120 at 30 pictures a second, with a key frame each second. */
const CLIP_FILM = readFilm(join(import.meta.dirname, '../fixtures/clip.h264'), 30);
export const { pictures: CLIP, sets: CLIP_SETS } = CLIP_FILM;

/** A second of real H.265 of the same size and rate, with a key frame each half second, two slices in each picture. */
export const HEVC_FILM = readFilm(join(import.meta.dirname, '../fixtures/clip.h265'), 30, 'H.265');

/**
 * The pictures of the film again and again, as a source would give them.
 * @param shown which of its pictures, when the film did not begin with the first
 */
export function clipUnit(index: number, beginMs = 1_764_000_000_000, shown = index, film = CLIP_FILM): AccessUnit {
  const { framesPerS, pictures } = film;
  const codec = codecOf(film.sets);
  const { isKeySlice, typeOf } = nalSyntax(codec);
  const nals = pictures[shown % pictures.length] as readonly Uint8Array[];
  const realTimeMs = beginMs + (index * 1000) / framesPerS;
  return {
    nals,
    ...(codec === 'H.265' && { codec }),
    isKeyFrame: nals.some((nal) => isKeySlice(typeOf(nal))),
    rtpTime: 777_000 + (index * 90_000) / framesPerS,
    takenUs: Math.round(realTimeMs * 1000),
    realTimeMs,
  };
}

/** A source that plays the film: by hand, or in real time. */
export class ClipSource implements EncodedSource {
  readonly id: string;
  readonly size: FrameSize;
  readonly #film: Film;
  readonly #subscribers = new Subscribers((reason) => {
    throw new Error(reason);
  });
  readonly #beginMs: number;
  /** Station time of a picture, us; the time of the film where it is absent. */
  stationNowUs: (() => number) | undefined;
  #index = 0;
  /** Which picture the film began with: who comes first gets its first one, as a real source begins with a key frame. */
  #beganAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    id: string,
    beginMs = Date.now(),
    size: FrameSize = { widthPx: 160, heightPx: 120 },
    film: Film = CLIP_FILM,
  ) {
    this.#film = film;
    this.id = id;
    this.size = size;
    this.#beginMs = beginMs;
  }

  get framesPerS(): number {
    return this.#film.framesPerS;
  }

  /** Number of pictures delivered so far. */
  get given(): number {
    return this.#index;
  }

  /** Time of the next picture, us since 1970: later than now, or earlier after a pause of the process. */
  get nextUs(): number {
    return Math.round((this.#beginMs + (this.#index * 1000) / this.framesPerS) * 1000);
  }

  get watchers(): number {
    return this.#subscribers.size;
  }

  async parameterSets(): Promise<ParameterSets> {
    return this.#film.sets;
  }

  attach(consumer: VideoConsumer): () => void {
    if (this.watchers === 0) this.#beganAt = this.#index;
    return this.#subscribers.subscribe(consumer);
  }

  requestKeyFrame(): void {}

  /** The next pictures, at once. */
  push(count: number): void {
    for (let left = count; left > 0; left--) {
      const unit = clipUnit(this.#index, this.#beginMs, this.#index - this.#beganAt, this.#film);
      this.#subscribers.give({ ...unit, takenUs: this.stationNowUs?.() ?? unit.takenUs });
      this.#index += 1;
    }
  }

  /** Plays until `end`, in real time; after a pause of the process one by one, for at once they would be more than a socket takes. */
  play(): this {
    this.#timer = setInterval(() => {
      const due = Math.floor(((Date.now() - this.#beginMs) * this.framesPerS) / 1000) - this.#index;
      if (due > 0) this.push(1);
    }, 10);
    return this;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#subscribers.end();
  }
}
