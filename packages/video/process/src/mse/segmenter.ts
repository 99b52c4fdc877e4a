/** Makes a fragment of each picture of one source immediately, for a browser's buffer. */
import { type AccessUnit, type FrameSize, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { completeSets, listedSets, type NalSyntax, nalSyntax } from '../encode/nal-syntax.ts';
import { fragment } from '../fmp4/fragment.ts';
import { hevcCodec } from '../fmp4/hevc-codec.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import { hevcProfile } from '../ingest/hevc-parameters.ts';
import type { SegmentHead } from '../process/browser-messages.ts';

/**
 * Declared duration of each picture, 1/90,000 s. The real one is known only with the next picture, and waiting for it
 * would add delay. It must not be too short: a picture later than twice the duration after the previous one starts a
 * new coded frame group, and the browser then waits for a key frame (Media Source Extensions, coded frame processing).
 * An earlier picture is shown anyway.
 */
const DURATION = RTP_CLOCK_HZ / 2;

interface SegmenterOptions {
  readonly size: FrameSize;
  readonly framesPerS: number;
}

interface Segment {
  /** Present with the first picture, and after a change of the codec parameters. */
  readonly head?: SegmentHead;
  readonly bytes: Uint8Array;
}

/** Times start at 0 with its first picture and continue after a change of the codec parameters. */
export class Segmenter {
  readonly #options: SegmenterOptions;
  #sets: ParameterSets | undefined;
  #sequence = 1;
  #base: number | undefined;
  #lastTime = -1;

  constructor(options: SegmenterOptions) {
    this.#options = options;
  }

  /** @returns undefined before the first key frame with parameter sets */
  push(unit: AccessUnit): Segment | undefined {
    const head = unit.isKeyFrame ? this.#head(unit) : undefined;
    if (this.#sets === undefined) return undefined;
    const { isKeyFrame, realTimeMs } = unit;
    const syntax = nalSyntax(unit.codec);
    const nals = unit.nals.filter((nal) => isContent(nal, syntax));
    const samples = [{ nals, isKeyFrame, duration: DURATION }];
    const bytes = fragment({ sequence: this.#sequence++, time: this.#time(unit), realTimeMs, samples });
    return head === undefined ? { bytes } : { head, bytes };
  }

  /** A camera clock that steps back must not produce unplayable fragments. */
  #time({ rtpTime }: AccessUnit): number {
    this.#base ??= rtpTime;
    this.#lastTime = Math.max(rtpTime - this.#base, this.#lastTime + 1);
    return this.#lastTime;
  }

  #head({ codec, nals, takenUs }: AccessUnit): SegmentHead | undefined {
    const found = completeSets(nals, nalSyntax(codec));
    if (found === undefined || this.#isKnown(found)) return undefined;
    const sets = copied(found);
    this.#sets = sets;
    const { framesPerS, size } = this.#options;
    return { codec: codecString(sets), ...size, framesPerS, init: initSegment({ size, sets, createdUs: takenUs }) };
  }

  #isKnown(sets: ParameterSets): boolean {
    const known = this.#sets === undefined ? [] : listedSets(this.#sets);
    const given = listedSets(sets);
    return known.length === given.length && given.every((set, index) => Buffer.compare(set, known[index] ?? set) === 0);
  }
}

/** Not contained in the head, nor implied by the fragment. */
const isContent = (nal: Uint8Array, { delimiter, sets, typeOf }: NalSyntax): boolean =>
  !sets.has(typeOf(nal)) && typeOf(nal) !== typeOf(delimiter);

const copied = ({ pps, sps, vps }: ParameterSets): ParameterSets => ({
  sps: sps.slice(),
  pps: pps.slice(),
  ...(vps !== undefined && { vps: vps.slice() }),
});

/** Codec string with profile, constraints and level, RFC 6381 section 3.3. */
const codecString = ({ sps, vps }: ParameterSets): string =>
  vps === undefined ? avcCodec(sps) : hevcCodec(hevcProfile(sps));

const avcCodec = (sps: Uint8Array): string => `avc1.${Buffer.from(sps.subarray(1, 4)).toString('hex').toUpperCase()}`;
