import type { ParameterSets } from '../access-unit.ts';
import { NAL, nalType } from '../encode/nal-units.ts';
import type { ReceivedPicture } from '../rtp/h264-depacketiser.ts';
import { CameraFault } from './camera-fault.ts';
import {
  isBidirectional,
  leadingNumber,
  readSequenceParameters,
  SET_MAX_BYTES,
  SequenceFault,
  type SequenceParameters,
} from './sequence-parameters.ts';

/** A decodable picture. */
export interface WholePicture {
  /** A key frame starts with its parameter sets. */
  readonly nals: readonly Uint8Array[];
  readonly isKeyFrame: boolean;
  readonly isBidirectional: boolean;
  readonly rtpTimestamp: number;
}

export type PictureOutcome =
  | { readonly kind: 'picture'; readonly picture: WholePicture }
  /** Parameter sets only, or nothing: kept for the next picture. */
  | { readonly kind: 'held' }
  /** Not decodable because of missing data. */
  | { readonly kind: 'skipped' }
  /** Part of the previous picture: the camera sets the marker on parts. */
  | { readonly kind: 'torn' };

/** Not needed for the picture: delimiters, ends, filler, and extensions. */
const LEFT_OUT: ReadonlySet<number> = new Set([NAL.delimiter, 10, 11, 12, 13, 14, 15, 19, 20, 21]);
const SLICES_END = 5;
const HELD_MAX = 32;
const SETS_MAX = 16;

/**
 * Validates received pictures: with parameter sets before each key frame, starting at a key frame, and none after a
 * loss until the next one.
 */
export class ReceivedPictures {
  #sps: Uint8Array | undefined;
  readonly #pps = new Map<number, Uint8Array>();
  #sequence: SequenceParameters | undefined;
  #held: Uint8Array[] = [];
  #needsKeyFrame = true;
  #lastTimestamp: number | undefined;

  /** @param sets of the description; in-band sets have priority */
  constructor(sets: Partial<ParameterSets>) {
    try {
      for (const set of [sets.sps, sets.pps]) if (set !== undefined) this.#learn(set);
    } catch (fault) {
      // Descriptions are wrong more often than pictures.
      if (!(fault instanceof CameraFault)) throw fault;
    }
  }

  /** By the newest parameter sets; undefined without any. */
  get sequence(): SequenceParameters | undefined {
    return this.#sequence;
  }

  get sets(): ParameterSets | undefined {
    const [pps] = this.#pps.values();
    return this.#sps === undefined || pps === undefined ? undefined : { sps: this.#sps, pps };
  }

  /** Data are missing: pictures are corrupt until the next key frame. */
  interrupt(): void {
    this.#needsKeyFrame = true;
    this.#held = [];
  }

  /** @throws CameraFault for unsupported pictures */
  take({ nals: given, rtpTimestamp }: ReceivedPicture): PictureOutcome {
    const nals = [...this.#held, ...given.filter((nal) => !LEFT_OUT.has(nalType(nal)))];
    this.#held = [];
    const first = nals.find(isSlice);
    if (first === undefined) return this.#hold(nals);
    if (this.#isPartOfTheLast(first, rtpTimestamp)) return { kind: 'torn' };
    this.#lastTimestamp = rtpTimestamp;
    for (const nal of nals) this.#learn(nal);
    const isKeyFrame = nals.some((nal) => nalType(nal) === NAL.keySlice);
    if (this.sets === undefined || (this.#needsKeyFrame && !isKeyFrame)) return { kind: 'skipped' };
    this.#needsKeyFrame = false;
    const whole = isKeyFrame ? this.#withSets(nals) : nals;
    return {
      kind: 'picture',
      picture: { nals: whole, isKeyFrame, isBidirectional: isBidirectional(first), rtpTimestamp },
    };
  }

  #hold(nals: Uint8Array[]): PictureOutcome {
    this.#held = nals.slice(-HELD_MAX);
    return { kind: 'held' };
  }

  #isPartOfTheLast(slice: Uint8Array, rtpTimestamp: number): boolean {
    return rtpTimestamp === this.#lastTimestamp && leadingNumber(slice) !== 0;
  }

  #learn(nal: Uint8Array): void {
    const type = nalType(nal);
    if (type === NAL.pps && nal.length <= SET_MAX_BYTES) {
      // Its id comes first, as in a sequence parameter set: a camera may have several.
      const id = leadingNumber(nal) ?? 0;
      if (this.#pps.has(id) || this.#pps.size < SETS_MAX) this.#pps.set(id, nal);
    } else if (type === NAL.sps && !isSame(nal, this.#sps)) this.#learnSequence(nal);
  }

  #learnSequence(sps: Uint8Array): void {
    try {
      this.#sequence = readSequenceParameters(sps);
    } catch (fault) {
      if (fault instanceof SequenceFault) throw new CameraFault('unsuitable', fault.message, { cause: fault });
      throw fault;
    }
    this.#sps = sps;
    this.#pps.clear();
  }

  /** A viewer that joins at a key frame finds the parameter sets there. */
  #withSets(nals: readonly Uint8Array[]): readonly Uint8Array[] {
    const has = (type: number) => nals.some((nal) => nalType(nal) === type);
    const missing = [
      ...(has(NAL.sps) || this.#sps === undefined ? [] : [this.#sps]),
      ...(has(NAL.pps) ? [] : this.#pps.values()),
    ];
    return [...missing, ...nals];
  }
}

const isSlice = (nal: Uint8Array): boolean => nalType(nal) >= NAL.slice && nalType(nal) <= SLICES_END;

const isSame = (nal: Uint8Array, other: Uint8Array | undefined): boolean =>
  other !== undefined && Buffer.compare(nal, other) === 0;
