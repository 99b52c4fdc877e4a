import { compileCondition } from '../condition/compile-condition.ts';
import type { Condition } from '../condition/condition.ts';
import { conditionValues } from '../condition/condition-values.ts';
import type { Observation } from '../observation.ts';
import type { Expectation } from '../scenario.ts';
import { EventuallyJudgement } from './eventually.ts';
import type { Judgement, Verdict } from './judgement.ts';
import { NotificationJudgement } from './notified.ts';
import { SequenceJudgement } from './sequence.ts';
import { ThroughoutJudgement } from './throughout.ts';

/** Expectation on the final state. */
class AtEndJudgement implements Judgement {
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

/** Creates the judgement of an expectation. */
export function judgementOf(expectation: Expectation): Judgement {
  switch (expectation.kind) {
    case 'eventually':
      return new EventuallyJudgement(expectation);
    case 'always':
    case 'never':
      return new ThroughoutJudgement(expectation);
    case 'notification':
      return new NotificationJudgement(expectation);
    case 'sequence':
      return new SequenceJudgement(expectation);
    case 'at-end':
      return new AtEndJudgement(expectation);
  }
}
