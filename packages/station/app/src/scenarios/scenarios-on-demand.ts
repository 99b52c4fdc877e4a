import type { Log } from '@kitestring/base/log.ts';
import type { MakeScenarioRunner, ScenarioHost } from '@kitestring/lab-scenario/live/scenario-host.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { NO_SCENARIOS, type ScenarioRunner } from '@kitestring/station-core/ports';

/** Runs scenarios on the station; its code is loaded on first use, to keep the start short. */
export const scenariosOnDemand =
  (settings: SettingValues, log: Log): MakeScenarioRunner =>
  (host) =>
    new ScenariosOnDemand(() => load(host, settings, log));

async function load(host: ScenarioHost, settings: SettingValues, log: Log): Promise<ScenarioRunner> {
  const { LiveScenarios } = await import('@kitestring/lab-scenario/live/live-scenarios.ts');
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

  /** Without a run nothing is loaded. */
  stop: ScenarioRunner['stop'] = async (reason) => ((await this.#loading) ?? NO_SCENARIOS).stop(reason);

  async #runner(): Promise<ScenarioRunner> {
    this.#loading ??= this.#load();
    this.#loaded = await this.#loading;
    return this.#loaded;
  }
}
