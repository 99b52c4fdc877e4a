import type { Observation } from '../observation.ts';

/** Why an expectation failed. */
export interface Verdict {
  /** Actual outcome. */
  readonly happened: string;
  /** On the timeline, seconds; undefined when there is no such time. */
  readonly atS: number | undefined;
}

/** Nothing was judged, which proves nothing. */
export const NEVER_CAME: Verdict = { happened: 'its time never came', atS: undefined };

/** Evaluates one expectation along the timeline. The first verdict counts. */
export interface Judgement {
  /** The failure, once determined. */
  readonly verdict: Verdict | undefined;
  /** Whether observation must continue after the last step. */
  readonly isPending: boolean;
  /** Whether everything expected has happened so far; a repeated step may reopen it. */
  readonly hasComeTrue: boolean;
  /** A named step has happened. */
  stepHappened(step: string, atS: number): void;
  observe(observation: Observation): void;
  /** The run is over. @param isComplete false when the timeline was aborted: undecided expectations do not fail then */
  end(last: Observation, isComplete: boolean): void;
}

export const secondsText = (seconds: number): string => `${seconds.toFixed(1)} s`;
