/** Makes a fragment of each picture of one source as soon as it is there, for the buffer of a browser. */
import { type AccessUnit, type FrameSize, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { NAL, nalType } from '../encode/nal-units.ts';
import { fragment } from '../fmp4/fragment.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import type { SegmentHead } from '../process/browser-messages.ts';

/** Said in the head, or said by the fragment itself. */
const LEFT_OUT: ReadonlySet<number> = new Set([NAL.sps, NAL.pps, NAL.delimiter]);
/**
 * How long each picture is said to last, 1/90,000 s. How long it really does is known only when the next one is there, for
 * which nobody shall wait. It must not be too short: a picture that comes later than twice as long after the one before it
 * begins a new group for a browser, which then waits for a key frame (Media Source Extensions, coded frame processing). A
 * picture that comes earlier is shown all the same.
 */
const DURATION = RTP_CLOCK_HZ / 2;

export interface SegmenterOptions {
  readonly size: FrameSize;
  readonly framesPerS: number;
}

export interface Segment {
  /** There with the first picture, and when the coding has changed. */
  readonly head?: SegmentHead;
  readonly bytes: Uint8Array;
}

/** Times begin with 0 at its first picture and go on after a change of the coding. */
export class Segmenter {
  readonly #options: SegmenterOptions;
  #sets: ParameterSets | undefined;
  #sequence = 1;
  #base: number | undefined;
  #lastTime = -1;

  constructor(options: SegmenterOptions) {
    this.#options = options;
  }

  /** @returns undefined for what stands before the first key frame with parameter sets */
  push(unit: AccessUnit): Segment | undefined {
    const head = unit.isKeyFrame ? this.#headOf(unit) : undefined;
    if (this.#sets === undefined) return undefined;
    const { isKeyFrame, wallMs } = unit;
    const nals = unit.nals.filter((nal) => !LEFT_OUT.has(nalType(nal)));
    const samples = [{ nals, isKeyFrame, duration: DURATION }];
    const bytes = fragment({ sequence: this.#sequence++, time: this.#timeOf(unit), wallMs, samples });
    return head === undefined ? { bytes } : { head, bytes };
  }

  /** A camera whose clock steps back must not make fragments that nothing plays. */
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
    return { codec: codecOf(sets), ...size, framesPerS, init: initSegment({ size, sets, createdUs: takenUs }) };
  }

  #isKnown(sps: Uint8Array, pps: Uint8Array): boolean {
    const sets = this.#sets;
    return sets !== undefined && Buffer.compare(sets.sps, sps) === 0 && Buffer.compare(sets.pps, pps) === 0;
  }
}

/** Profile, constraints and level as RFC 6381 section 3.3 writes them. */
export const codecOf = ({ sps }: ParameterSets): string =>
  `avc1.${Buffer.from(sps.subarray(1, 4)).toString('hex').toUpperCase()}`;
