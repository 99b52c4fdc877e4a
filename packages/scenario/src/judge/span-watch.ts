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
  readonly #from: MomentTimes;
  readonly #until: MomentTimes | undefined;
  #openedS = Number.NEGATIVE_INFINITY;
  #closedS = Number.NEGATIVE_INFINITY;
  #isEver = false;

  constructor({ from, until }: TimelineSpan) {
    this.#from = new MomentTimes(from ?? { step: START, laterS: 0 });
    this.#until = until === undefined ? undefined : new MomentTimes(until);
  }

  happened(step: string, atS: number): void {
    this.#from.happened(step, atS);
    this.#until?.happened(step, atS);
  }

  /** An observation at the start of the span is before it, one at the end belongs to it. */
  isOpenAt(timeS: number): boolean {
    for (let next = this.#from.takeBefore(timeS); next !== undefined; next = this.#from.takeBefore(timeS)) {
      this.#openedS = next;
      this.#isEver = true;
    }
    for (let next = this.#until?.takeBefore(timeS); next !== undefined; next = this.#until?.takeBefore(timeS)) {
      this.#closedS = Math.max(this.#closedS, next);
    }
    return this.#isEver && this.#openedS >= this.#closedS;
  }

  /** Whether it was ever open. */
  get isEver(): boolean {
    return this.#isEver;
  }
}
