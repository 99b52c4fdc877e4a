import type { Expectation, TimelineStep } from '../scenario.ts';
import type { ScenarioFailure } from './result.ts';

/** State of one expectation. */
export interface ExpectationProgress {
  readonly expectation: Expectation;
  /** `met` so far: may still change before the end. */
  readonly status: 'open' | 'met' | 'failed';
  readonly failure: ScenarioFailure | undefined;
}

/** Progress of a run. */
export interface RunProgress {
  /** The Kite is being brought to the initial state. */
  readonly isPreparing: boolean;
  /** Seconds on the timeline. */
  readonly elapsedS: number;
  /** Steps that are done. */
  readonly stepsDone: number;
  /** The present step; undefined before the first and after the last. */
  readonly step: TimelineStep | undefined;
  readonly expectations: readonly ExpectationProgress[];
}
