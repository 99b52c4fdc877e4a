import type { StepMoment } from '../file/moment.ts';
import { START } from '../file/moment.ts';
import type { TimelineSpan } from '../scenario.ts';

/** Tolerance of equal times after sums of tenths, seconds. */
export const SAME_S = 1e-6;

/** Occurrences of a moment: at each occurrence of its step. */
export class MomentTimes {
  readonly #moment: StepMoment;
  readonly #timesS: number[] = [];

  constructor(moment: StepMoment) {
    this.#moment = moment;
    if (moment.step === START) this.#timesS.push(moment.laterS);
  }

  happened(step: string, atS: number): void {
    if (step === this.#moment.step) this.#timesS.push(atS + this.#moment.laterS);
  }

  /** Next occurrence before `timeS`, each returned once. */
  takeBefore(timeS: number): number | undefined {
    const [next] = this.#timesS;
    if (next === undefined || next >= timeS - SAME_S) return undefined;
    this.#timesS.shift();
    return next;
  }
}

/** Whether the timeline is within the judged span. Steps of the same name open it each time. */
export class SpanWatch {
  /** Whether an observation was ever within it. */
  isEver = false;
  readonly #ends: readonly (readonly [moment: StepMoment | undefined, opens: boolean])[];
  /** Beginnings and ends that are still to come, in order; those of one time as they happened. */
  #edges: { readonly atS: number; readonly opens: boolean }[] = [];
  #isOpen = false;

  constructor({ from = { step: START, laterS: 0 }, until }: TimelineSpan) {
    this.#ends = [
      [from, true],
      [until, false],
    ];
    this.happened(START, 0);
  }

  happened(step: string, atS: number): void {
    for (const [moment, opens] of this.#ends)
      if (moment?.step === step) this.#edges.push({ atS: toMicroseconds(atS + moment.laterS), opens });
    this.#edges.sort((a, b) => a.atS - b.atS);
  }

  /** An observation at the start of the span is before it, one at the end belongs to it. */
  isOpenAt(timeS: number): boolean {
    const past = this.#edges.filter(({ atS }) => atS < timeS - SAME_S);
    this.#edges = this.#edges.slice(past.length);
    this.#isOpen = past.at(-1)?.opens ?? this.#isOpen;
    this.isEver ||= this.#isOpen;
    return this.#isOpen;
  }
}

/** Sums of tenths that mean the same time are equal. */
const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
