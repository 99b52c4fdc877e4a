import type { RunScenario, ScenarioRun, ScenarioSummary } from '@kitestring/contract/sim/scenarios.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import { type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { SimulatedWorld } from '../../composition/simulated-world.ts';

/** The station on which scenarios are run, which the computer of the Ground Station starts anew now and then. */
export interface ScenarioHost {
  readonly world: SimulatedWorld;
  /** The one that runs now. */
  readonly station: Station;
  /** Where clients on this machine reach it. */
  readonly url: string;
  /** Kept at once, or when a restart that is over in station time has opened the doors again. */
  settled(): Promise<void>;
}

/** Runs scenarios on a running station, one at a time. */
export interface ScenarioRunner {
  /** Those that can be asked for by name. */
  list(): Promise<readonly ScenarioSummary[]>;
  /** SCENARIO_NOT_FOUND, SCENARIO_RUNNING, SCENARIO_NOT_POSSIBLE, CONTROL_TAKEN, INSUFFICIENT_SCOPE, INVALID_REQUEST. */
  start(request: RunScenario, caller: Caller): Promise<Result<ScenarioRun>>;
  /** The run that goes on or the last one. */
  current(): ScenarioRun | undefined;
  /** Kept when it is over. SCENARIO_NOT_RUNNING. @param reason why, for whoever watches */
  stop(reason: string): Promise<Result<ScenarioRun>>;
}

/** Makes the runner of a station. Nothing runs until somebody asks for it. */
export type MakeScenarioRunner = (host: ScenarioHost) => ScenarioRunner;

/** Of a station that was started without scenarios. */
export const NO_SCENARIOS: ScenarioRunner = {
  list: async () => [],
  start: async () => refuse('SCENARIO_NOT_POSSIBLE', 'this station was started without scenarios'),
  current: () => undefined,
  stop: async () => refuse('SCENARIO_NOT_RUNNING', 'no scenario is running'),
};
