import { type AccessUnit, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { fragment, type Sample } from './fragment.ts';

const NAL_TYPE_MASK = 0x1f;
const SPS = 7;
const PPS = 8;
const DELIMITER = 9;

export interface FragmenterOptions {
  /** What the head of the file has; the same sets are left out of the samples. */
  readonly sets: ParameterSets;
  readonly framesPerS: number;
  /** A fragment ends with the first picture that is so much later than its first one, seconds. */
  readonly fragmentS: number;
  /** The same of the first fragment of a file; as of the others when absent. */
  readonly firstFragmentS?: number;
  /** Where a file goes on that was interrupted. */
  readonly from?: FragmentPosition;
}

export interface FragmentPosition {
  /** Number of the next fragment. */
  readonly sequence: number;
  /** The first moment that is free: 1/90,000 s since the beginning. */
  readonly time: number;
  /** The same moment on the wall clock. */
  readonly wallMs: number;
}

interface Pending {
  readonly unit: AccessUnit;
  readonly time: number;
}

/**
 * Makes fragments of pictures. A picture lasts until the next one; the last one before a pause lasts the nominal time,
 * so that none is ever lost.
 */
export class Fragmenter {
  readonly #options: FragmenterOptions;
  readonly #nominal: number;
  #sequence: number;
  #pending: Pending[] = [];
  #pendingBytes = 0;
  /** Added to the time of a unit; undefined until the first unit of a source. */
  #shift: number | undefined;
  #end: number;
  #endWallMs: number | undefined;

  constructor(options: FragmenterOptions) {
    this.#options = options;
    this.#nominal = Math.round(RTP_CLOCK_HZ / options.framesPerS);
    this.#sequence = options.from?.sequence ?? 1;
    this.#end = options.from?.time ?? 0;
    this.#endWallMs = options.from?.wallMs;
  }

  /** How long it is so far, pending pictures included. */
  get seconds(): number {
    return this.#end / RTP_CLOCK_HZ;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** When the oldest pending picture was taken, milliseconds since 1970. */
  get pendingSinceMs(): number | undefined {
    return this.#pending[0]?.unit.wallMs;
  }

  /** Takes the next picture. @returns a fragment when one is complete */
  push(unit: AccessUnit): Uint8Array | undefined {
    const time = this.#timeOf(unit);
    const first = this.#pending[0];
    const isComplete = first !== undefined && time - first.time >= this.#fragmentS * RTP_CLOCK_HZ;
    const done = isComplete ? this.#take(time) : undefined;
    this.#pending.push({ unit, time });
    this.#pendingBytes += unit.nals.reduce((sum, nal) => sum + nal.length, 0);
    this.#end = time + this.#nominal;
    this.#endWallMs = unit.wallMs + (this.#nominal * 1000) / RTP_CLOCK_HZ;
    return done;
  }

  /** A fragment of what is pending; the last picture lasts the nominal time. */
  flush(): Uint8Array | undefined {
    return this.#pending.length === 0 ? undefined : this.#take(this.#end);
  }

  /** The next picture comes from a source that counts from elsewhere: the wall clock says how long the gap was. */
  interrupt(): void {
    this.#shift = undefined;
  }

  get #fragmentS(): number {
    const { firstFragmentS, fragmentS } = this.#options;
    return this.#sequence === 1 ? (firstFragmentS ?? fragmentS) : fragmentS;
  }

  #timeOf({ rtpTime, wallMs }: AccessUnit): number {
    if (this.#shift === undefined) {
      const gap = this.#endWallMs === undefined ? 0 : Math.max(0, wallMs - this.#endWallMs);
      this.#shift = this.#end + Math.round((gap * RTP_CLOCK_HZ) / 1000) - rtpTime;
    }
    const last = this.#pending.at(-1);
    // A camera whose clock steps back must not make a file that nothing plays.
    return Math.max(rtpTime + this.#shift, last === undefined ? this.#lastTime + 1 : last.time + 1);
  }

  #lastTime = -1;

  #take(endTime: number): Uint8Array {
    const pending = this.#pending;
    const [first] = pending;
    if (first === undefined) throw new Error('there is nothing to make a fragment of');
    const samples = pending.map(({ time, unit }, index) =>
      this.#sample(unit, (pending[index + 1]?.time ?? endTime) - time),
    );
    this.#lastTime = pending.at(-1)?.time ?? this.#lastTime;
    this.#pending = [];
    this.#pendingBytes = 0;
    return fragment({ sequence: this.#sequence++, time: first.time, wallMs: first.unit.wallMs, samples });
  }

  #sample({ isKeyFrame, nals }: AccessUnit, duration: number): Sample {
    return { isKeyFrame, duration, nals: nals.filter((nal) => this.#isNeeded(nal)) };
  }

  /** Sets that differ from those in the head stay: decoders take them from where they stand. */
  #isNeeded(nal: Uint8Array): boolean {
    const { pps, sps } = this.#options.sets;
    const type = (nal[0] ?? 0) & NAL_TYPE_MASK;
    if (type === SPS) return !isSame(nal, sps);
    if (type === PPS) return !isSame(nal, pps);
    return type !== DELIMITER;
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
