import { compileCondition, type Holds } from '../condition/compile-condition.ts';
import { conditionValues } from '../condition/condition-values.ts';
import type { Observation } from '../observation.ts';
import type { ThroughoutExpectation } from '../scenario.ts';
import type { Judgement, Verdict } from './judgement.ts';
import { SpanWatch } from './span-watch.ts';

/** A condition is true, or false, in every observation of a span. */
export class ThroughoutJudgement implements Judgement {
  readonly isPending = false;
  /** The last observation decides. */
  readonly hasComeTrue = false;
  verdict: Verdict | undefined;
  readonly #expectation: ThroughoutExpectation;
  readonly #holds: Holds;
  readonly #applies: Holds;
  readonly #span: SpanWatch;
  #looks = 0;

  constructor(expectation: ThroughoutExpectation) {
    this.#expectation = expectation;
    this.#holds = compileCondition(expectation.condition);
    this.#applies = expectation.while === undefined ? () => true : compileCondition(expectation.while);
    this.#span = new SpanWatch(expectation);
  }

  stepHappened(step: string, atS: number): void {
    this.#span.happened(step, atS);
  }

  observe(observation: Observation): void {
    if (this.verdict !== undefined || !this.#span.isOpenAt(observation.timeS) || !this.#applies(observation)) return;
    this.#looks += 1;
    if (this.#holds(observation) === (this.#expectation.kind === 'always')) return;
    const happened = conditionValues(this.#expectation.condition, observation);
    this.verdict = { happened, atS: observation.timeS };
  }

  end(_last: Observation, isComplete: boolean): void {
    if (this.verdict !== undefined || this.#looks > 0 || !isComplete) return;
    const reason = this.#span.isEver ? 'its condition for being judged never held' : 'its time never came';
    this.verdict = { happened: `never judged: ${reason}`, atS: undefined };
  }
}
