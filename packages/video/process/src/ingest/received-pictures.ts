import type { ParameterSets, PictureCodec } from '../access-unit.ts';
import { type NalSyntax, nalSyntax } from '../encode/nal-syntax.ts';
import type { ReceivedPicture } from '../rtp/depacketiser.ts';
import { CameraFault } from './camera-fault.ts';
import { readHevcParameters } from './hevc-parameters.ts';
import { SET_MAX_BYTES, SequenceFault, type SequenceParameters } from './picture-format.ts';
import { isBidirectional, leadingNumber, readSequenceParameters } from './sequence-parameters.ts';

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

const HELD_MAX = 32;
const SETS_MAX = 16;

/**
 * Validates received pictures: with parameter sets before each key frame, starting at a key frame, and none after a
 * loss until the next one.
 */
export class ReceivedPictures {
  readonly codec: PictureCodec;
  readonly #syntax: NalSyntax;
  #vps: Uint8Array | undefined;
  #sps: Uint8Array | undefined;
  readonly #pps = new Map<number, Uint8Array>();
  #sequence: SequenceParameters | undefined;
  #held: Uint8Array[] = [];
  #needsKeyFrame = true;
  #lastTimestamp: number | undefined;

  /** @param sets of the description; in-band sets have priority */
  constructor(sets: Partial<ParameterSets>, codec: PictureCodec = 'H.264') {
    this.codec = codec;
    this.#syntax = nalSyntax(codec);
    try {
      for (const set of [sets.vps, sets.sps, sets.pps]) if (set !== undefined) this.#learn(set);
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
    const [vps, sps] = [this.#vps, this.#sps];
    if (sps === undefined || pps === undefined) return undefined;
    if (this.codec === 'H.264') return { sps, pps };
    return vps === undefined ? undefined : { vps, sps, pps };
  }

  /** Data are missing: pictures are corrupt until the next key frame. */
  interrupt(): void {
    this.#needsKeyFrame = true;
    this.#held = [];
  }

  /** @throws CameraFault for unsupported pictures */
  take({ nals: given, rtpTimestamp }: ReceivedPicture): PictureOutcome {
    const nals = [...this.#held, ...given.filter((nal) => this.#syntax.isUsed(nal))];
    this.#held = [];
    const first = nals.find((nal) => this.#syntax.isSlice(this.#syntax.typeOf(nal)));
    if (first === undefined) return this.#hold(nals);
    if (this.#isPartOfTheLast(first, rtpTimestamp)) return { kind: 'torn' };
    this.#lastTimestamp = rtpTimestamp;
    for (const nal of nals) this.#learn(nal);
    const isKeyFrame = nals.some((nal) => this.#syntax.isKeySlice(this.#syntax.typeOf(nal)));
    if (this.sets === undefined || (this.#needsKeyFrame && !isKeyFrame)) return { kind: 'skipped' };
    this.#needsKeyFrame = false;
    const whole = isKeyFrame ? this.#withSets(nals) : nals;
    return {
      kind: 'picture',
      picture: { nals: whole, isKeyFrame, isBidirectional: this.#isBidirectional(first), rtpTimestamp },
    };
  }

  #hold(nals: Uint8Array[]): PictureOutcome {
    this.#held = nals.slice(-HELD_MAX);
    return { kind: 'held' };
  }

  #isPartOfTheLast(slice: Uint8Array, rtpTimestamp: number): boolean {
    return rtpTimestamp === this.#lastTimestamp && !this.#syntax.isFirstSlice(slice);
  }

  /** In H.265 slices of that kind are usual without any picture out of order; its times tell. */
  #isBidirectional(slice: Uint8Array): boolean {
    return this.codec === 'H.264' && isBidirectional(slice);
  }

  #learn(nal: Uint8Array): void {
    const set = this.#syntax.sets.get(this.#syntax.typeOf(nal));
    if (set === 'sps') {
      if (!isSame(nal, this.#sps)) this.#learnSequence(nal);
    } else if (set !== undefined && nal.length <= SET_MAX_BYTES) this.#keep(nal, set);
  }

  #keep(nal: Uint8Array, set: 'vps' | 'pps'): void {
    if (set === 'vps') {
      this.#vps = nal;
      return;
    }
    // Its id comes first: a camera may have several.
    const id = leadingNumber(nal, this.#syntax.headBytes) ?? 0;
    if (this.#pps.has(id) || this.#pps.size < SETS_MAX) this.#pps.set(id, nal);
  }

  #learnSequence(sps: Uint8Array): void {
    try {
      this.#sequence = this.codec === 'H.265' ? readHevcParameters(sps) : readSequenceParameters(sps);
    } catch (fault) {
      if (fault instanceof SequenceFault) throw new CameraFault('unsuitable', fault.message, { cause: fault });
      throw fault;
    }
    this.#sps = sps;
    this.#pps.clear();
  }

  /** A viewer that joins at a key frame finds the parameter sets there. */
  #withSets(nals: readonly Uint8Array[]): readonly Uint8Array[] {
    const { sets, typeOf } = this.#syntax;
    const found = new Set(nals.map((nal) => sets.get(typeOf(nal))));
    const missing = [
      ...(found.has('vps') || this.#vps === undefined ? [] : [this.#vps]),
      ...(found.has('sps') || this.#sps === undefined ? [] : [this.#sps]),
      ...(found.has('pps') ? [] : this.#pps.values()),
    ];
    return [...missing, ...nals];
  }
}

const isSame = (nal: Uint8Array, other: Uint8Array | undefined): boolean =>
  other !== undefined && Buffer.compare(nal, other) === 0;
