import { compileCondition, type Holds } from '../condition/compile-condition.ts';
import { conditionValues } from '../condition/condition-values.ts';
import type { Observation } from '../observation.ts';
import type { EventuallyExpectation } from '../scenario.ts';
import { type Judgement, NEVER_CAME, secondsText, type Verdict } from './judgement.ts';
import { MomentTimes, SAME_S } from './span-watch.ts';

/** One deadline within which the condition must become true. */
interface Window {
  readonly fromS: number;
  readonly deadlineS: number;
  heldSinceS: number | undefined;
}

/** A condition becomes true in time, after each occurrence of its step. */
export class EventuallyJudgement implements Judgement {
  verdict: Verdict | undefined;
  readonly #expectation: EventuallyExpectation;
  readonly #holds: Holds;
  readonly #begins: MomentTimes;
  #open: Window[] = [];
  #count = 0;

  constructor(expectation: EventuallyExpectation) {
    this.#expectation = expectation;
    this.#holds = compileCondition(expectation.condition);
    this.#begins = new MomentTimes(expectation.of);
  }

  get isPending(): boolean {
    return this.verdict === undefined && this.#open.length > 0;
  }

  get hasComeTrue(): boolean {
    return this.verdict === undefined && this.#count > 0 && this.#open.length === 0;
  }

  stepHappened(step: string, atS: number): void {
    this.#begins.happened(step, atS);
  }

  observe(observation: Observation): void {
    if (this.verdict !== undefined) return;
    this.#openWindows(observation.timeS);
    if (this.#open.length === 0) return;
    const holds = this.#holds(observation);
    this.#open = this.#open.filter((window) => !this.#isMet(window, holds, observation.timeS));
    const late = this.#open.find((window) => isLate(window, observation.timeS));
    if (late !== undefined) this.#fail(observation, late);
  }

  end(last: Observation, isComplete: boolean): void {
    if (this.verdict !== undefined || !isComplete) return;
    const [open] = this.#open;
    if (open !== undefined) this.#fail(last, open);
    else if (this.#count === 0) this.verdict = NEVER_CAME;
  }

  #openWindows(timeS: number): void {
    for (let fromS = this.#begins.takeBefore(timeS); fromS !== undefined; fromS = this.#begins.takeBefore(timeS)) {
      this.#open.push({ fromS, deadlineS: fromS + this.#expectation.withinS, heldSinceS: undefined });
      this.#count += 1;
    }
  }

  #isMet(window: Window, holds: boolean, timeS: number): boolean {
    if (!holds) window.heldSinceS = undefined;
    else if (window.heldSinceS === undefined && timeS <= window.deadlineS + SAME_S) window.heldSinceS = timeS;
    return window.heldSinceS !== undefined && timeS - window.heldSinceS >= this.#expectation.staysS - SAME_S;
  }

  #fail(observation: Observation, { fromS }: Window): void {
    const afterS = secondsText(observation.timeS - fromS);
    const values = conditionValues(this.#expectation.condition, observation);
    this.verdict = { happened: `${afterS} after: ${values}`, atS: observation.timeS };
  }
}

const isLate = ({ heldSinceS, deadlineS }: Window, timeS: number): boolean =>
  heldSinceS === undefined && timeS >= deadlineS - SAME_S;
