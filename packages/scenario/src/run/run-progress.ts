import type { Expectation, Step } from '../scenario.ts';
import type { Failure } from './result.ts';

/** One expectation as it stands. */
export interface ExpectationProgress {
  readonly expectation: Expectation;
  /** `met` so far: before the end it may still change. */
  readonly status: 'open' | 'met' | 'failed';
  readonly failure: Failure | undefined;
}

/** How far a run is. */
export interface RunProgress {
  /** The Kite is brought to where the timeline begins. */
  readonly isPreparing: boolean;
  /** Seconds on the timeline. */
  readonly elapsedS: number;
  /** Steps that are done. */
  readonly stepsDone: number;
  /** The step that is under way; undefined before the first and after the last. */
  readonly step: Step | undefined;
  readonly expectations: readonly ExpectationProgress[];
}
