import type { MakeScenarioRunner, ScenarioHost, ScenarioRunner } from '@kitestring/server/api/sim/scenario-runner.ts';
import { NO_SCENARIOS } from '@kitestring/server/api/sim/scenario-runner.ts';
import type { SettingValues } from '@kitestring/server/config/settings.ts';
import type { Log } from '@kitestring/server/http/log.ts';

/** Runs scenarios on the station; what that needs is loaded when somebody asks for it first, so that the start stays short. */
export const scenariosOnDemand =
  (settings: SettingValues, log: Log): MakeScenarioRunner =>
  (host) =>
    new ScenariosOnDemand(() => load(host, settings, log));

async function load(host: ScenarioHost, settings: SettingValues, log: Log): Promise<ScenarioRunner> {
  const { LiveScenarios } = await import('@kitestring/scenario/live/live-scenarios.ts');
  return new LiveScenarios({ host, settings, log });
}

class ScenariosOnDemand implements ScenarioRunner {
  readonly #load: () => Promise<ScenarioRunner>;
  #loading: Promise<ScenarioRunner> | undefined;
  #loaded: ScenarioRunner | undefined;

  constructor(load: () => Promise<ScenarioRunner>) {
    this.#load = load;
  }

  list: ScenarioRunner['list'] = async () => (await this.#runner()).list();

  start: ScenarioRunner['start'] = async (request, caller) => (await this.#runner()).start(request, caller);

  current: ScenarioRunner['current'] = () => this.#loaded?.current();

  /** Nothing is loaded only to hear that there is nothing to stop. */
  stop: ScenarioRunner['stop'] = async (reason) => ((await this.#loading) ?? NO_SCENARIOS).stop(reason);

  async #runner(): Promise<ScenarioRunner> {
    this.#loading ??= this.#load();
    this.#loaded = await this.#loading;
    return this.#loaded;
  }
}
