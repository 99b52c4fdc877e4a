import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { RunScenario, ScenarioRun, ScenarioSummary } from '@kitestring/station-contract/sim/scenarios.ts';

/** Runs scenarios on a running station, one at a time. */
export interface ScenarioRunner {
  /** Scenarios that can be started by name. */
  list(): Promise<readonly ScenarioSummary[]>;
  /** SCENARIO_NOT_FOUND, SCENARIO_RUNNING, SCENARIO_NOT_POSSIBLE, CONTROL_TAKEN, INSUFFICIENT_SCOPE, INVALID_REQUEST. */
  start(request: RunScenario, caller: Caller): Promise<Result<ScenarioRun>>;
  /** The present run, or the last one. */
  current(): ScenarioRun | undefined;
  /** Resolves when the run is over. SCENARIO_NOT_RUNNING. @param reason shown to observers */
  stop(reason: string): Promise<Result<ScenarioRun>>;
}

/** For a station started without scenarios. */
export const NO_SCENARIOS: ScenarioRunner = {
  list: async () => [],
  start: async () => refuse('SCENARIO_NOT_POSSIBLE', { reason: 'this station was started without scenarios' }),
  current: () => undefined,
  stop: async () => refuse('SCENARIO_NOT_RUNNING'),
};
