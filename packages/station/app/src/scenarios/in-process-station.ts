import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import type { Journal } from '@kitestring/lab-scenario/run/journal.ts';
import { LiveObservation } from '@kitestring/lab-scenario/run/live-observation.ts';
import { missingOperations } from '@kitestring/lab-scenario/run/missing-operations.ts';
import { NotificationWatch } from '@kitestring/lab-scenario/run/notification-watch.ts';
import {
  type ClientCredentials,
  type OpenStation,
  type ScenarioStation,
  StationUnfitFault,
  type StopCondition,
} from '@kitestring/lab-scenario/run/scenario-station.ts';
import { atWholeSteps } from '@kitestring/lab-scenario/run/whole-steps.ts';
import type { ClientSpec, Scenario } from '@kitestring/lab-scenario/scenario.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import { SETTING_LIST, type SettingValues } from '@kitestring/settings/settings.ts';
import { type ApiVersion, NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import { DEADLINES } from '@kitestring/web/listen';
import type { RunningStation } from '../running-station.ts';
import { startStation } from '../start.ts';
import type { SimulatedWorld } from '../worlds/world.ts';
import { StationTime } from './station-time.ts';

/** Ten observations per second: the maximum rate of subscriptions. */
const PERIOD_S = 0.1;

/** Longest simulation time slice before API and terminal are served, milliseconds. */
const SLICE_MS = 20;

/** Time until the first samples after a restart, seconds: two samples. */
const FIRST_SAMPLE_S = 0.1;

/** On Linux. */
const MEMORY_FOLDER = '/dev/shm';

/** Valid only for this station, in a temporary folder. */
const API_KEY = 'kite_key-of-a-scenario-in-its-own-process';

/**
 * A new station in this process, on a free port and in a temporary folder. Its time stands still unless it is
 * advanced.
 */
export class InProcessStation implements ScenarioStation {
  readonly periodS = PERIOD_S;
  readonly simulatorScopes = ['read', 'internal'] as const;
  readonly takesControl = false;
  readonly #running: RunningStation;
  readonly #folder: string;
  readonly #journal: Journal;
  readonly #notifications: NotificationWatch;

  private constructor(running: RunningStation, folder: string, journal: Journal) {
    this.#running = running;
    this.#folder = folder;
    this.#journal = journal;
    this.#notifications = new NotificationWatch(journal);
    this.#notifications.follow(running.station);
  }

  /** Opens a station of the newest API for each scenario. */
  static readonly open: OpenStation = (...given) => InProcessStation.opener(NEWEST_API_VERSION)(...given);

  /** Opens a station of this version of the API for each scenario. @param onOpen called with the world of each */
  static opener(apiVersion: ApiVersion, onOpen?: (world: SimulatedWorld) => void): OpenStation {
    return async (scenario, { journal, logFile }) => {
      const missing = missingOperations(scenario, apiVersion);
      if (missing !== undefined) throw new StationUnfitFault(missing);
      const folder = mkdtempSync(join(fastFolder(), 'kitestring-scenario-'));
      try {
        const time = new StationTime(scenario.startUs);
        const deadlines = { ...DEADLINES, onTheWayMs: 0 };
        const options = { log: SILENT_LOG, realTimeClock: time, drive: false, deadlines };
        const running = await startStation(settingsFor(scenario, folder, logFile !== undefined, apiVersion), options);
        time.follow(running.world.clock);
        onOpen?.(running.world);
        if (logFile !== undefined) running.flightLog.startNow(logFile);
        return new InProcessStation(running, folder, journal);
      } catch (error) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    };
  }

  credentials(): ClientCredentials {
    return { key: API_KEY };
  }

  tokenName({ name }: ClientSpec): string {
    return name;
  }

  get url(): string {
    return this.#running.url;
  }

  nowUs(): number {
    return this.#running.world.clock.nowUs();
  }

  async advance(timeUs: number, look: StopCondition): Promise<void> {
    const { clock } = this.#running.world;
    const untilUs = atWholeSteps(timeUs, clock);
    let sliceEndMs = performance.now() + SLICE_MS;
    for (;;) {
      const nextUs = Math.min(untilUs, clock.nowUs() + PERIOD_S * 1e6);
      if (nextUs - clock.nowUs() < clock.stepUs) return;
      clock.advanceTo(nextUs);
      if (look(this.#observation())) return;
      if (performance.now() < sliceEndMs) continue;
      await Promise.all([nextTurn(), this.#running.flightLog.flush()]);
      sliceEndMs = performance.now() + SLICE_MS;
    }
  }

  async wasReset(): Promise<void> {
    this.#notifications.follow(this.#running.station);
  }

  async passReboot(durationS: number): Promise<void> {
    const { clock } = this.#running.world;
    clock.advance(durationS + FIRST_SAMPLE_S);
    // A restarted station requests a sample over several turns of the event loop; their number does not depend on time.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    clock.advance(FIRST_SAMPLE_S);
    await this.#running.settled();
    this.#notifications.follow(this.#running.station);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#notifications.stop();
    await this.#running.flightLog.finish('the scenario is over');
    await this.#running.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #observation(): LiveObservation {
    const { station, wireFaults, world } = this.#running;
    return new LiveObservation({
      timeS: this.#journal.timelineS(world.clock.nowUs()),
      station,
      aircraft: world.aircraft,
      active: this.#notifications.active,
      journal: this.#journal,
      isWireFaultActive: (id) => wireFaults.isActive(id),
    });
  }
}

/**
 * In memory where the system offers such a folder: the store waits for the disk at every write, which would take most
 * of the time of a fast flight, and the data are temporary.
 */
function fastFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    return MEMORY_FOLDER;
  } catch {
    return tmpdir();
  }
}

function settingsFor(scenario: Scenario, dataDir: string, isLogged: boolean, apiVersion: ApiVersion): ServerSettings {
  const given = new Map<string, unknown>([
    ...SETTING_LIST.map(({ name, default: standard }): [string, unknown] => [name, standard]),
    ['port', 0],
    ['data_dir', dataDir],
    ['api_version', apiVersion],
    ['api_key', API_KEY],
    ['flight_log.on', isLogged],
    // Video runs in real time; a scenario does not.
    ['video.enabled', false],
    ['sim.seed', scenario.seed],
    ['sim.wind_speed_mps', scenario.wind.speed_mps],
    ['sim.wind_from_deg', scenario.wind.from_deg],
    ['sim.turbulence', scenario.wind.turbulence],
    ['sim.visibility_m', scenario.weather.visibility_m],
    ['sim.cloud_cover', scenario.weather.cloud_cover],
    ['sim.rain_mmph', scenario.weather.rain_mmph],
    ['sim.solar_hour', scenario.weather.solar_hour],
    ['sim.sea_state', scenario.sea.sea_state],
    ['sim.waves_from_deg', scenario.sea.waves_from_deg],
    ['sim.camera_model', scenario.cameraModel],
    ...scenario.settings,
  ]);
  // Every name of the table with its default or a value accepted by its schema.
  const values = Object.fromEntries(given) as unknown as SettingValues;
  // A slow hash would protect nothing here.
  return { ...serverSettings(values, 'scenario'), keyHashCost: { N: 2, r: 1, p: 1 } };
}
