import { type AccessUnit, codecOf, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { nalSyntax } from '../encode/nal-syntax.ts';
import { type FragmentSample, type FragmentText, fragment } from './fragment.ts';
import { textSample } from './timed-text.ts';

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

/**
 * If the system clock deviates from the monotonic clock by more than this, it was set, and the monotonic clock
 * determines the gap.
 */
const CLOCK_STEP_MS = 5000;
/** A file of another process is continued within a minute; by the system clock, the only one then, a longer gap is a clock that was set. */
const FOREIGN_GAP_MAX_MS = 600_000;

interface PendingUnit {
  readonly unit: AccessUnit;
  readonly time: number;
  readonly arrivedMs: number | undefined;
  readonly text: string | undefined;
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
  /** Offset of a unit's time; undefined until the first unit of a source. */
  #shift: number | undefined;
  #end: number;
  #endRealTimeMs: number | undefined;
  /** The same moment on the monotonic clock; undefined before the first picture of this process. */
  #endArrivedMs: number | undefined;

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

  /** When the oldest pending picture arrived, monotonic milliseconds. */
  get pendingSinceMs(): number | undefined {
    return this.#pending[0]?.arrivedMs;
  }

  /**
   * Adds a picture. @param arrivedMs monotonic, milliseconds @param text valid from this picture to that of the next text
   * @returns a fragment when one is complete
   */
  push(unit: AccessUnit, arrivedMs?: number, text?: string): Uint8Array | undefined {
    const time = this.#time(unit, arrivedMs);
    const first = this.#pending[0];
    const isComplete = first !== undefined && time - first.time >= this.#fragmentS * RTP_CLOCK_HZ;
    const done = isComplete ? this.#take(time) : undefined;
    this.#pending.push({ unit, time, arrivedMs, text });
    this.#end = time + this.#nominal;
    const nominalMs = (this.#nominal * 1000) / RTP_CLOCK_HZ;
    this.#endRealTimeMs = unit.realTimeMs + nominalMs;
    this.#endArrivedMs = arrivedMs === undefined ? undefined : arrivedMs + nominalMs;
    return done;
  }

  /** Fragment of the pending pictures; the last one lasts the nominal time. */
  flush(): Uint8Array | undefined {
    return this.#pending.length === 0 ? undefined : this.#take(this.#end);
  }

  /** The next picture has another time base: the length of the gap is taken from the clocks. */
  interrupt(): void {
    this.#shift = undefined;
  }

  get #fragmentS(): number {
    const { firstFragmentS, fragmentS } = this.#options;
    return this.#sequence === 1 ? (firstFragmentS ?? fragmentS) : fragmentS;
  }

  #time({ rtpTime, realTimeMs }: AccessUnit, arrivedMs: number | undefined): number {
    if (this.#shift === undefined) {
      const gapMs = Math.max(0, this.#gapMs(realTimeMs, arrivedMs));
      this.#shift = this.#end + Math.round((gapMs * RTP_CLOCK_HZ) / 1000) - rtpTime;
    }
    const last = this.#pending.at(-1);
    // A camera clock that steps back must not produce an unplayable file.
    return Math.max(rtpTime + this.#shift, last === undefined ? this.#lastTime + 1 : last.time + 1);
  }

  /** From the current end to the next picture. The system clock gives it exactly, unless it was set meanwhile. */
  #gapMs(realTimeMs: number, arrivedMs: number | undefined): number {
    if (this.#endRealTimeMs === undefined) return 0;
    const gapMs = realTimeMs - this.#endRealTimeMs;
    if (arrivedMs === undefined || this.#endArrivedMs === undefined) return gapMs > FOREIGN_GAP_MAX_MS ? 0 : gapMs;
    const passedMs = arrivedMs - this.#endArrivedMs;
    return Math.abs(gapMs - passedMs) < CLOCK_STEP_MS ? gapMs : passedMs;
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
    const texts = textsUntil(pending, endTime);
    const realTimeMs = first.unit.realTimeMs;
    return fragment({ sequence: this.#sequence++, time: first.time, realTimeMs, samples, texts });
  }

  #sample({ isKeyFrame, nals }: AccessUnit, duration: number): FragmentSample {
    return { isKeyFrame, duration, nals: nals.filter((nal) => this.#isNeeded(nal)) };
  }

  /** Sets that differ from those in the head are kept: decoders use them in place. */
  #isNeeded(nal: Uint8Array): boolean {
    const { sets } = this.#options;
    const syntax = nalSyntax(codecOf(sets));
    const type = syntax.typeOf(nal);
    const name = syntax.sets.get(type);
    const inHead = name === undefined ? undefined : sets[name];
    if (inHead !== undefined) return Buffer.compare(nal, inHead) !== 0;
    return type !== syntax.typeOf(syntax.delimiter);
  }
}

/** Each text lasts until the next one, the last one to the end of the fragment. */
function textsUntil(pending: readonly PendingUnit[], endTime: number): readonly FragmentText[] {
  const found = pending.flatMap(({ text, time }) => (text === undefined ? [] : [{ time, bytes: textSample(text) }]));
  return found.map(({ bytes, time }, index) => ({ time, bytes, duration: (found[index + 1]?.time ?? endTime) - time }));
}
