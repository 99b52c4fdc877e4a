import type { Scenario } from '../scenario.ts';
import { Journal } from './journal.ts';
import type { Failure, Outcome, ScenarioResult } from './result.ts';
import { ScenarioRun } from './scenario-run.ts';
import type { OpenStation } from './scenario-station.ts';

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Told how far the timeline is, seconds. */
  readonly onProgress?: (timeS: number) => void;
  /** Given the run once it has its station, to watch it. */
  readonly onRun?: (run: ScenarioRun) => void;
  /** Where the flight log goes; none is written when absent. */
  readonly logFile?: string;
  /** Real time, milliseconds. */
  readonly wallNowMs?: () => number;
}

/** Runs a scenario on a station that is opened for it. @throws the reason of `signal` */
export async function runScenario(scenario: Scenario, open: OpenStation, options: RunOptions): Promise<ScenarioResult> {
  const { signal, wallNowMs = () => performance.now() } = options;
  const startMs = wallNowMs();
  let simulatedS = 0;
  const result = (outcome: Outcome, failures: readonly Failure[], error?: string): ScenarioResult => {
    const { file, title } = scenario;
    return { file, title, outcome, simulatedS, realMs: wallNowMs() - startMs, failures, error };
  };
  const onLook = (timeS: number) => {
    simulatedS = timeS;
    options.onProgress?.(timeS);
  };
  try {
    const failures = await runOn(scenario, open, { ...options, onLook });
    return result(failures.length === 0 ? 'passed' : 'failed', failures);
  } catch (error) {
    signal.throwIfAborted();
    return result('error', [], error instanceof Error ? error.message : String(error));
  }
}

interface LookedAt extends RunOptions {
  readonly onLook: (timeS: number) => void;
}

async function runOn(scenario: Scenario, open: OpenStation, options: LookedAt): Promise<Failure[]> {
  const { signal, onLook, logFile } = options;
  const journal = new Journal();
  await using station = await open(scenario, { journal, signal, ...(logFile !== undefined && { logFile }) });
  const run = new ScenarioRun({ scenario, station, journal, signal, onLook });
  options.onRun?.(run);
  try {
    return await run.run();
  } finally {
    await run.close();
  }
}
