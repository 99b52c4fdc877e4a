import { type AccessUnit, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { NAL, nalType } from '../encode/nal-units.ts';
import { type FragmentSample, fragment } from './fragment.ts';

export interface FragmenterOptions {
  /** Parameter sets of the file's head; omitted from the samples. */
  readonly sets: ParameterSets;
  readonly framesPerS: number;
  /** Fragment duration, seconds: the first picture at or beyond it starts the next fragment. */
  readonly fragmentS: number;
  /** Duration of a file's first fragment; as of the others when absent. */
  readonly firstFragmentS?: number;
  /** Position at which an interrupted file continues. */
  readonly from?: FragmentPosition;
}

export interface FragmentPosition {
  /** Number of the next fragment. */
  readonly sequence: number;
  /** End of the file so far: 1/90,000 s since the start. */
  readonly time: number;
  /** The same moment on the real-time clock. */
  readonly realTimeMs: number;
}

interface PendingUnit {
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
  #pending: PendingUnit[] = [];
  #pendingBytes = 0;
  /** Offset of a unit's time; undefined until the first unit of a source. */
  #shift: number | undefined;
  #end: number;
  #endRealTimeMs: number | undefined;

  constructor(options: FragmenterOptions) {
    this.#options = options;
    this.#nominal = Math.round(RTP_CLOCK_HZ / options.framesPerS);
    this.#sequence = options.from?.sequence ?? 1;
    this.#end = options.from?.time ?? 0;
    this.#endRealTimeMs = options.from?.realTimeMs;
  }

  /** Duration so far, including pending pictures. */
  get seconds(): number {
    return this.#end / RTP_CLOCK_HZ;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** When the oldest pending picture was taken, milliseconds since 1970. */
  get pendingSinceMs(): number | undefined {
    return this.#pending[0]?.unit.realTimeMs;
  }

  /** Adds a picture. @returns a fragment when one is complete */
  push(unit: AccessUnit): Uint8Array | undefined {
    const time = this.#timeOf(unit);
    const first = this.#pending[0];
    const isComplete = first !== undefined && time - first.time >= this.#fragmentS * RTP_CLOCK_HZ;
    const done = isComplete ? this.#take(time) : undefined;
    this.#pending.push({ unit, time });
    this.#pendingBytes += unit.nals.reduce((sum, nal) => sum + nal.length, 0);
    this.#end = time + this.#nominal;
    this.#endRealTimeMs = unit.realTimeMs + (this.#nominal * 1000) / RTP_CLOCK_HZ;
    return done;
  }

  /** Fragment of the pending pictures; the last one lasts the nominal time. */
  flush(): Uint8Array | undefined {
    return this.#pending.length === 0 ? undefined : this.#take(this.#end);
  }

  /** The next picture has another time base: the length of the gap is taken from the real-time clock. */
  interrupt(): void {
    this.#shift = undefined;
  }

  get #fragmentS(): number {
    const { firstFragmentS, fragmentS } = this.#options;
    return this.#sequence === 1 ? (firstFragmentS ?? fragmentS) : fragmentS;
  }

  #timeOf({ rtpTime, realTimeMs }: AccessUnit): number {
    if (this.#shift === undefined) {
      const gap = this.#endRealTimeMs === undefined ? 0 : Math.max(0, realTimeMs - this.#endRealTimeMs);
      this.#shift = this.#end + Math.round((gap * RTP_CLOCK_HZ) / 1000) - rtpTime;
    }
    const last = this.#pending.at(-1);
    // A camera clock that steps back must not produce an unplayable file.
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
    return fragment({ sequence: this.#sequence++, time: first.time, realTimeMs: first.unit.realTimeMs, samples });
  }

  #sample({ isKeyFrame, nals }: AccessUnit, duration: number): FragmentSample {
    return { isKeyFrame, duration, nals: nals.filter((nal) => this.#isNeeded(nal)) };
  }

  /** Sets that differ from those in the head are kept: decoders use them in place. */
  #isNeeded(nal: Uint8Array): boolean {
    const { pps, sps } = this.#options.sets;
    const type = nalType(nal);
    if (type === NAL.sps) return Buffer.compare(nal, sps) !== 0;
    if (type === NAL.pps) return Buffer.compare(nal, pps) !== 0;
    return type !== NAL.delimiter;
  }
}
