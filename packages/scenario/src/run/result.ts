/** Something that did not come true. */
export interface Failure {
  /** Line of the scenario file that asked for it. */
  readonly line: number;
  readonly expected: string;
  /** Why it matters, as the file says. */
  readonly why: string | undefined;
  readonly happened: string;
  /** On the timeline, seconds. */
  readonly atS: number | undefined;
  /** The last seconds before it, as a table. */
  readonly telemetry: readonly string[];
}

/** `failed`: something expected did not come true. `error`: it could not be run to its end. */
export type Outcome = 'passed' | 'failed' | 'error';

/** How a run of a scenario went. */
export interface ScenarioResult {
  readonly file: string;
  readonly title: string;
  readonly outcome: Outcome;
  /** Length of the timeline, seconds. */
  readonly simulatedS: number;
  readonly realMs: number;
  readonly failures: readonly Failure[];
  /** Why it could not be run to its end. */
  readonly error: string | undefined;
}
