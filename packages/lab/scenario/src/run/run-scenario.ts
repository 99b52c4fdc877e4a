import type { Scenario } from '../scenario.ts';
import { Journal } from './journal.ts';
import type { ScenarioFailure, ScenarioOutcome, ScenarioResult } from './result.ts';
import { ScenarioExecution } from './scenario-execution.ts';
import type { OpenStation } from './scenario-station.ts';

interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the progress on the timeline, seconds. */
  readonly onProgress?: (timeS: number) => void;
  /** Called with the run once its station is ready, to observe it. */
  readonly onRun?: (run: ScenarioExecution) => void;
  /** Path of the flight log; absent: none is written. */
  readonly logFile?: string;
  /** Real time, milliseconds. */
  readonly realTimeNowMs?: () => number;
}

/** Runs a scenario on a station opened for it. @throws the reason of `signal` */
export async function runScenario(scenario: Scenario, open: OpenStation, options: RunOptions): Promise<ScenarioResult> {
  const { signal, realTimeNowMs = () => performance.now() } = options;
  const startMs = realTimeNowMs();
  let simulatedS = 0;
  const result = (outcome: ScenarioOutcome, failures: readonly ScenarioFailure[], error?: string): ScenarioResult => {
    const { file, title } = scenario;
    return { file, title, outcome, simulatedS, realMs: realTimeNowMs() - startMs, failures, error };
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

async function runOn(scenario: Scenario, open: OpenStation, options: LookedAt): Promise<ScenarioFailure[]> {
  const { signal, onLook, logFile } = options;
  const journal = new Journal();
  await using station = await open(scenario, { journal, signal, ...(logFile !== undefined && { logFile }) });
  const run = new ScenarioExecution({ scenario, station, journal, signal, onLook });
  options.onRun?.(run);
  try {
    return await run.run();
  } finally {
    await run.close();
  }
}
