import type { Moment } from '../file/moment.ts';
import { START } from '../file/moment.ts';
import type { Span } from '../scenario.ts';

/** Two times that are meant to be the same may differ by less than this after sums of tenths, seconds. */
export const SAME_S = 1e-6;

/** When the moments of a timeline come: each time the step of a moment happens. */
export class MomentTimes {
  readonly #moment: Moment;
  readonly #timesS: number[] = [];

  constructor(moment: Moment) {
    this.#moment = moment;
    if (moment.step === START) this.#timesS.push(moment.laterS);
  }

  happened(step: string, atS: number): void {
    if (step === this.#moment.step) this.#timesS.push(atS + this.#moment.laterS);
  }

  /** The next time of this moment before `timeS`, each given once. */
  takeBefore(timeS: number): number | undefined {
    const [next] = this.#timesS;
    if (next === undefined || next >= timeS - SAME_S) return undefined;
    this.#timesS.shift();
    return next;
  }
}

/** Whether the timeline is inside the part in which something is judged. Steps with the same name open it each time. */
export class SpanWatch {
  readonly #from: MomentTimes;
  readonly #until: MomentTimes | undefined;
  #openedS = Number.NEGATIVE_INFINITY;
  #closedS = Number.NEGATIVE_INFINITY;
  #isEver = false;

  constructor({ from, until }: Span) {
    this.#from = new MomentTimes(from ?? { step: START, laterS: 0 });
    this.#until = until === undefined ? undefined : new MomentTimes(until);
  }

  happened(step: string, atS: number): void {
    this.#from.happened(step, atS);
    this.#until?.happened(step, atS);
  }

  /** What was seen at the moment of the beginning is before it, what was seen at the moment of the end belongs to it. */
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
