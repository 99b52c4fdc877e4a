/** Makes a fragment of each picture of one source immediately, for a browser's buffer. */
import { type AccessUnit, type FrameSize, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { NAL, nalType } from '../encode/nal-units.ts';
import { fragment } from '../fmp4/fragment.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import type { SegmentHead } from '../process/browser-messages.ts';

/** Contained in the head, or implied by the fragment. */
const LEFT_OUT: ReadonlySet<number> = new Set([NAL.sps, NAL.pps, NAL.delimiter]);
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
    const head = unit.isKeyFrame ? this.#headOf(unit) : undefined;
    if (this.#sets === undefined) return undefined;
    const { isKeyFrame, realTimeMs } = unit;
    const nals = unit.nals.filter((nal) => !LEFT_OUT.has(nalType(nal)));
    const samples = [{ nals, isKeyFrame, duration: DURATION }];
    const bytes = fragment({ sequence: this.#sequence++, time: this.#timeOf(unit), realTimeMs, samples });
    return head === undefined ? { bytes } : { head, bytes };
  }

  /** A camera clock that steps back must not produce unplayable fragments. */
  #timeOf({ rtpTime }: AccessUnit): number {
    this.#base ??= rtpTime;
    this.#lastTime = Math.max(rtpTime - this.#base, this.#lastTime + 1);
    return this.#lastTime;
  }

  #headOf({ nals, takenUs }: AccessUnit): SegmentHead | undefined {
    const sps = nals.find((nal) => nalType(nal) === NAL.sps);
    const pps = nals.find((nal) => nalType(nal) === NAL.pps);
    if (sps === undefined || pps === undefined || this.#isKnown(sps, pps)) return undefined;
    const sets = { sps: sps.slice(), pps: pps.slice() };
    this.#sets = sets;
    const { framesPerS, size } = this.#options;
    return { codec: codec(sets), ...size, framesPerS, init: initSegment({ size, sets, createdUs: takenUs }) };
  }

  #isKnown(sps: Uint8Array, pps: Uint8Array): boolean {
    const sets = this.#sets;
    return sets !== undefined && Buffer.compare(sets.sps, sps) === 0 && Buffer.compare(sets.pps, pps) === 0;
  }
}

/** Codec string with profile, constraints and level, RFC 6381 section 3.3. */
const codec = ({ sps }: ParameterSets): string =>
  `avc1.${Buffer.from(sps.subarray(1, 4)).toString('hex').toUpperCase()}`;
