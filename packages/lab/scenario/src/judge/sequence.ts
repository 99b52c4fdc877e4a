import { fieldNamed } from '../condition/field.ts';
import type { Observation } from '../observation.ts';
import type { SequenceExpectation } from '../scenario.ts';
import { type Judgement, secondsText, type Verdict } from './judgement.ts';
import { SpanWatch } from './span-watch.ts';

/** Sequence of states. */
export class SequenceJudgement implements Judgement {
  readonly isPending = false;
  verdict: Verdict | undefined;
  readonly #expectation: SequenceExpectation;
  readonly #span: SpanWatch;
  readonly #read: (observation: Observation) => string | undefined;
  readonly #seen: { readonly value: string; readonly atS: number }[] = [];

  constructor(expectation: SequenceExpectation) {
    const field = fieldNamed(expectation.field);
    if (field?.kind !== 'state')
      throw new Error(`${expectation.field} is no state, which the check should have refused`);
    this.#expectation = expectation;
    this.#read = field.read;
    this.#span = new SpanWatch(expectation);
  }

  get hasComeTrue(): boolean {
    return this.verdict === undefined && this.#seen.length === this.#expectation.values.length;
  }

  stepHappened(step: string, atS: number): void {
    this.#span.happened(step, atS);
  }

  observe(observation: Observation): void {
    if (this.verdict !== undefined || !this.#span.isOpenAt(observation.timeS)) return;
    const value = this.#read(observation);
    if (value === undefined || value === this.#seen.at(-1)?.value) return;
    this.#seen.push({ value, atS: observation.timeS });
    if (this.#expectation.values[this.#seen.length - 1] !== value) this.#fail(observation.timeS);
  }

  end(last: Observation, isComplete: boolean): void {
    if (this.verdict !== undefined || !isComplete) return;
    if (this.#seen.length < this.#expectation.values.length) this.#fail(last.timeS);
  }

  #fail(atS: number): void {
    const seen = this.#seen.map(({ value, atS }) => `${value} (${secondsText(atS)})`);
    this.verdict = { happened: seen.length === 0 ? 'no state was seen' : seen.join(', '), atS };
  }
}
