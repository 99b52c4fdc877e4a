import { notificationLabel } from '../condition/contract-name.ts';
import type { NotificationEvent, Observation } from '../observation.ts';
import type { CountRange, NotificationExpectation } from '../scenario.ts';
import { type Judgement, NEVER_CAME, secondsText, type Verdict } from './judgement.ts';
import { MomentTimes, SAME_S, SpanWatch } from './span-watch.ts';

/** Number of starts and ends of a notification, and their deadlines. */
export class NotificationJudgement implements Judgement {
  verdict: Verdict | undefined;
  readonly #expectation: NotificationExpectation;
  readonly #span: SpanWatch;
  readonly #within: MomentTimes | undefined;
  readonly #count = { begin: 0, end: 0 };
  #beganS: number | undefined;
  #deadlineS: number | undefined;
  /** Whether the time came at which its deadline begins; true without one. */
  #isDue: boolean;

  constructor(expectation: NotificationExpectation) {
    this.#expectation = expectation;
    this.#span = new SpanWatch(expectation);
    this.#within = expectation.within && new MomentTimes(expectation.within.of);
    this.#isDue = this.#within === undefined;
  }

  get isPending(): boolean {
    return this.verdict === undefined && this.#deadlineS !== undefined;
  }

  get hasComeTrue(): boolean {
    return this.verdict === undefined && !this.#isIncomplete;
  }

  stepHappened(step: string, atS: number): void {
    this.#span.happened(step, atS);
    this.#within?.happened(step, atS);
  }

  observe(observation: Observation): void {
    if (this.verdict !== undefined) return;
    const isOpen = this.#span.isOpenAt(observation.timeS);
    const events = isOpen ? observation.events.filter(({ code }) => code === this.#expectation.code) : [];
    for (const event of events) this.#take(event);
    this.#watchDeadline(observation.timeS, events);
    const { begins, ends } = this.#expectation;
    if (isAbove(this.#count.begin, begins) || isAbove(this.#count.end, ends)) this.#fail(observation.timeS);
  }

  end(last: Observation, isComplete: boolean): void {
    if (this.verdict !== undefined || !isComplete) return;
    if (!this.#span.isEver || !this.#isDue) this.verdict = NEVER_CAME;
    else if (this.#isIncomplete) this.#fail(last.timeS);
  }

  get #isIncomplete(): boolean {
    const { begins, ends } = this.#expectation;
    const isBelow = this.#count.begin < (begins?.min ?? 0) || this.#count.end < (ends?.min ?? 0);
    return isBelow || !this.#isDue || this.#deadlineS !== undefined;
  }

  #take({ kind, atS }: NotificationEvent): void {
    this.#count[kind] += 1;
    if (kind === 'begin') this.#beganS ??= atS;
  }

  #watchDeadline(timeS: number, events: readonly NotificationEvent[]): void {
    const openedS = this.#within?.takeBefore(timeS);
    if (openedS !== undefined) {
      this.#deadlineS = openedS + (this.#expectation.within?.s ?? 0);
      this.#isDue = true;
    }
    if (this.#deadlineS === undefined) return;
    if (events.some(({ kind }) => kind === 'begin')) this.#deadlineS = undefined;
    else if (timeS >= this.#deadlineS - SAME_S) this.#fail(timeS);
  }

  #fail(atS: number): void {
    const { begin, end } = this.#count;
    const since = this.#beganS === undefined ? '' : `, the first time at ${secondsText(this.#beganS)}`;
    const happened = `${notificationLabel(this.#expectation.code)} began ${times(begin)} and ended ${times(end)}${since}`;
    this.verdict = { happened, atS };
  }
}

const isAbove = (count: number, range: CountRange | undefined): boolean => range !== undefined && count > range.max;
const times = (count: number): string => (count === 1 ? 'once' : count === 0 ? 'never' : `${count} times`);
