import { compileCondition } from '../condition/compile-condition.ts';
import type { Condition } from '../condition/condition.ts';
import { conditionValues } from '../condition/condition-values.ts';
import type { Observation } from '../observation.ts';
import type { Judgement, Verdict } from './judgement.ts';

/** Expectation on the final state. */
export class AtEndJudgement implements Judgement {
  readonly isPending = false;
  /** The last observation decides. */
  readonly hasComeTrue = false;
  verdict: Verdict | undefined;
  readonly #condition: Condition;

  constructor({ condition }: { readonly condition: Condition }) {
    this.#condition = condition;
  }

  stepHappened(): void {}

  observe(): void {}

  end(last: Observation, isComplete: boolean): void {
    if (!isComplete || compileCondition(this.#condition)(last)) return;
    this.verdict = { happened: conditionValues(this.#condition, last), atS: last.timeS };
  }
}
