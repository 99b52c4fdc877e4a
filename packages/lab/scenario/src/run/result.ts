/** An expectation that failed. */
export interface ScenarioFailure {
  /** Line in the scenario file. */
  readonly line: number;
  readonly expected: string;
  /** Why it matters, from the file. */
  readonly why: string | undefined;
  readonly happened: string;
  /** On the timeline, seconds. */
  readonly atS: number | undefined;
  /** The last seconds before it, as a table. */
  readonly telemetry: readonly string[];
}

/** `failed`: an expectation failed. `error`: it could not be run to its end. */
export type ScenarioOutcome = 'passed' | 'failed' | 'error';

/** Result of a scenario run. */
export interface ScenarioResult {
  readonly file: string;
  readonly title: string;
  readonly outcome: ScenarioOutcome;
  /** Length of the timeline, seconds. */
  readonly simulatedS: number;
  readonly realMs: number;
  readonly failures: readonly ScenarioFailure[];
  /** Why it could not be run to its end. */
  readonly error: string | undefined;
}
