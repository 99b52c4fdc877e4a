import type { Observation } from '../observation.ts';

/** Why an expectation has not come true. */
export interface Verdict {
  /** What happened in place of it. */
  readonly happened: string;
  /** On the timeline, seconds; undefined where there is no such moment. */
  readonly atS: number | undefined;
}

/** Watches the timeline for one expectation. The first verdict counts. */
export interface Judgement {
  /** What is wrong, once it is known to be wrong. */
  readonly verdict: Verdict | undefined;
  /** Whether it must still be watched after the last step. */
  readonly isPending: boolean;
  /** Whether everything that it waits for has come so far; a step that happens again may open it again. */
  readonly hasComeTrue: boolean;
  /** A named step has happened. */
  stepHappened(step: string, atS: number): void;
  observe(observation: Observation): void;
  /** Everything is over. @param isComplete false when the timeline was broken off: what was never judged is no failure */
  end(last: Observation, isComplete: boolean): void;
}

export const secondsText = (seconds: number): string => `${seconds.toFixed(1)} s`;
