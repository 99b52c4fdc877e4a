import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Platform } from '@kitestring/client/platform.ts';
import { SETTINGS } from '@kitestring/settings/settings.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import * as sim from '@kitestring/station-contract/sim/operations.ts';
import type { Sensors } from '@kitestring/station-contract/sim/sensors.ts';
import { type Installation, isInstallation } from '@kitestring/station-contract/system/system-info.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import { API_VERSIONS, NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import type { Observation, ObservationPart } from '../observation.ts';
import type { ClientSpec, Scenario } from '../scenario.ts';
import { readingsOfReport } from '../sensor-readings.ts';
import type { Journal } from './journal.ts';
import { missingOperations } from './missing-operations.ts';
import {
  type ClientCredentials,
  type OpenStation,
  type ScenarioStation,
  StationUnfitFault,
  type StopCondition,
} from './scenario-station.ts';

interface RemoteOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly platform: Platform;
}

/** Twice a second: an observation takes several requests, of which a session may send 100 a second. */
const PERIOD_S = 0.5;

/** A reboot also takes real time: number of polls for its return, and their interval. */
const RETURN_TRIES = 50;

/** Time between two landing commands; longer than the pause after a safety landing. */
const HOME_PAUSE_S = 30;
const HOME_TRIES = 10;

/** A remote station, through its API and simulation controls. Its clock is paused, and advanced by this run alone. */
export class RemoteStation implements ScenarioStation {
  readonly periodS = PERIOD_S;
  readonly url: string;
  readonly simulatorScopes = ['read', 'internal'] as const;
  readonly takesControl = false;
  readonly #apiKey: string;
  readonly #client: KitestringClient;
  readonly #signal: AbortSignal;
  readonly #journal: Journal;
  readonly #parts: ReadonlySet<ObservationPart>;
  readonly #begun = new Map<string, number>();
  #nowUs = 0;
  #historyFrom: string | undefined;
  #wasPaused = true;

  private constructor(options: RemoteOptions, scenario: Scenario, journal: Journal, signal: AbortSignal) {
    const { url, apiKey: key, platform } = options;
    this.url = url;
    this.#apiKey = key;
    this.#client = new KitestringClient({
      url,
      key,
      tokenName: 'scenario looks',
      scopes: ['read', 'control', 'internal'],
      platform,
    });
    this.#signal = signal;
    this.#journal = journal;
    this.#parts = scenario.parts;
  }

  /** Opens the same station for every scenario, in sequence. */
  static opener(options: RemoteOptions): OpenStation {
    return async (scenario, { journal, signal }) => {
      const station = new RemoteStation(options, scenario, journal, signal);
      try {
        await station.#takeOver(scenario);
        return station;
      } catch (error) {
        await station[Symbol.asyncDispose]();
        throw error;
      }
    };
  }

  nowUs(): number {
    return this.#nowUs;
  }

  credentials(): ClientCredentials {
    return { key: this.#apiKey };
  }

  tokenName({ name }: ClientSpec): string {
    return name;
  }

  async advance(untilUs: number, look: StopCondition): Promise<void> {
    while (this.#nowUs < untilUs) {
      const seconds = Math.min(PERIOD_S, (untilUs - this.#nowUs) / 1e6);
      const { time } = await this.#client.call(sim.advanceClock, { body: { seconds } }, { signal: this.#signal });
      this.#nowUs = timeUs(time);
      if (look(await this.#observe())) return;
    }
  }

  async wasReset(timeUs: number): Promise<void> {
    this.#nowUs = timeUs;
    const { notifications, to_time } = await this.#client.notifications.getNotifications({ signal: this.#signal });
    this.#historyFrom = to_time;
    const now = new Map(notifications.map((notification) => [identityOf(notification), notification.code]));
    for (const [identity, code] of this.#begun) if (!now.has(identity)) this.#journal.addEvent(timeUs, code, 'end');
    for (const [identity, code] of now) if (!this.#begun.has(identity)) this.#journal.addEvent(timeUs, code, 'begin');
    this.#begun.clear();
    for (const [identity, code] of now) this.#begun.set(identity, code);
  }

  async passReboot(): Promise<void> {
    // With the clock paused the simulated restart is instant; the machine's own time is unknown.
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#nowUs = timeUs((await this.#client.call(sim.getClock, {}, { signal: this.#signal })).time);
        return;
      } catch (error) {
        if (!(error instanceof ConnectionError) || attempt === RETURN_TRIES) throw error;
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // An aborted run restores the station, too: its clock runs.
    if (!this.#wasPaused) {
      await this.#client.call(sim.setClock, { body: { paused: false } }, {}).catch(() => undefined);
    }
    for (const id of this.#journal.wireFaultsSet) {
      await this.#client.call(sim.removeWireFault, { params: { id } }, {}).catch(() => undefined);
    }
    for (const name of this.#journal.snapshots) {
      await this.#client.call(sim.deleteSnapshot, { params: { name } }, {}).catch(() => undefined);
    }
    await this.#client.close({ giveBackToken: true });
  }

  async #takeOver(scenario: Scenario): Promise<void> {
    const call = this.#client.call.bind(this.#client);
    const options = { signal: this.#signal };
    const info = await this.#client.system.getSystemInfo(options);
    if (info.software_channel !== 'simulated') throw new StationUnfitFault(`${this.url} flies a real aircraft`);
    const { api_version } = await this.#client.health.getHealth(options);
    const missing = missingOperations(
      scenario,
      API_VERSIONS.find((known) => known === api_version) ?? NEWEST_API_VERSION,
    );
    if (missing !== undefined) throw new StationUnfitFault(missing);
    // API 1.0.0 leaves out what is disabled.
    this.#checkSettings(scenario, info.installation, info.drone_id?.regulatory_mode ?? 'DISABLED');
    const { paused } = await call(sim.getClock, {}, options);
    // Before the order: it may take effect and its answer be lost.
    this.#wasPaused = paused;
    this.#nowUs = timeUs((await call(sim.setClock, { body: { paused: true } }, options)).time);
    await call(sim.clearFaults, {}, options);
    await call(sim.removeWireFaults, {}, options);
    await this.#bringHome();
    // Control, queue and soft maximum are as after a start.
    await call(sim.reboot, { body: { duration: 1 } }, options);
    await this.passReboot();
    await call(sim.setWind, { body: scenario.wind }, options);
    await call(sim.setWeather, { body: scenario.weather }, options);
    await call(sim.setBase, { body: { ...scenario.sea, speed_mps: 0 } }, options);
    await call(sim.setPayload, { body: { camera_model: scenario.cameraModel, online: true } }, options);
    if (isInstallation(info.installation, 'Rooftop Box')) {
      await call(sim.setButtons, { body: { safety_land: false, parking_brake: 'engaged' } }, options);
    }
    const { to_time } = await this.#client.notifications.getNotifications(options);
    this.#historyFrom = to_time;
  }

  /** An earlier scenario may have left the Kite in the air, or the station in its pause after a safety landing. */
  async #bringHome(): Promise<void> {
    const options = { signal: this.#signal };
    for (let attempt = 0; attempt < HOME_TRIES; attempt += 1) {
      const { flight_state } = await this.#client.flight.getFlightState(options);
      if (flight_state === 'StandBy' && attempt === 0) return;
      if (flight_state !== 'StandBy') await this.#client.flight.land(options).catch(() => undefined);
      const { time } = await this.#client.call(sim.advanceClock, { body: { seconds: HOME_PAUSE_S } }, options);
      this.#nowUs = timeUs(time);
      if (flight_state === 'StandBy') return;
    }
    throw new StationUnfitFault('the Kite of the station does not come to StandBy');
  }

  /** Settings that cannot be changed on a remote station. */
  #checkSettings({ settings }: Scenario, installation: string, mode: string): void {
    const wanted = (settings.get('system.installation') ?? SETTINGS['system.installation'].default) as Installation;
    if (!isInstallation(installation, wanted))
      throw new StationUnfitFault(`needs the installation ${wanted}, the station is a ${installation}`);
    const wantedMode = settings.get('system.regulatory_mode') ?? SETTINGS['system.regulatory_mode'].default;
    if (mode !== wantedMode) {
      throw new StationUnfitFault(`needs the regulatory mode ${wantedMode}, the station has ${mode}`);
    }
  }

  async #observe(): Promise<Observation> {
    const options = { signal: this.#signal };
    const isUsed = (part: ObservationPart) => this.#parts.has(part);
    const { faultIds, wireFaultIds } = this.#journal;
    const [flight, { truth, sensors }, system, camera, follow, handoff, faults, wireFaults] = await Promise.all([
      this.#client.flight.getFlightState(options),
      this.#client.call(sim.getTruth, {}, options),
      this.#client.system.getSystemState(options),
      isUsed('camera') ? this.#client.camera.getCameraState(options).catch(() => undefined) : undefined,
      // A station may be older than the operation.
      isUsed('follow') ? this.#client.station.getCameraFollow(options).catch(() => undefined) : undefined,
      isUsed('handoff') ? this.#client.handoff.getHandoffState(options) : NOBODY,
      faultIds.size === 0 ? [] : this.#client.call(sim.listFaults, {}, options).then(({ faults }) => faults),
      wireFaultIds.size === 0 ? [] : this.#client.call(sim.listWireFaults, {}, options).then(({ faults }) => faults),
    ]);
    const active = await this.#followNotifications();
    const [activeIds, activeWireIds] = [activeAmong(faults), activeAmong(wireFaults)];
    return {
      timeS: this.#journal.timelineS(this.#nowUs),
      flight,
      // API 1.0.0 says neither; the simulator does.
      system: { ...(sensors && boxState(sensors)), ...system },
      camera,
      follow,
      handoff,
      sensors: sensors && readingsOfReport(sensors),
      truth,
      active,
      events: this.#journal.takeEvents(),
      answers: this.#journal.takeAnswers(),
      isFaultActive: (stepName) =>
        activeIds.has(faultIds.get(stepName) ?? '') || activeWireIds.has(wireFaultIds.get(stepName) ?? ''),
    };
  }

  /** The history since the last observation contains every end once, and also the starts. */
  async #followNotifications(): Promise<ReadonlySet<number>> {
    const query = this.#historyFrom === undefined ? {} : { from_time: this.#historyFrom };
    const { notifications, to_time } = await this.#client.notifications.getNotificationHistory(query, {
      signal: this.#signal,
    });
    if (to_time !== undefined) this.#historyFrom = to_time;
    for (const notification of notifications) this.#follow(notification);
    return new Set(notifications.filter(({ end_time }) => end_time === undefined).map(({ code }) => code));
  }

  #follow(notification: Notification): void {
    const { code, begin_time, end_time } = notification;
    const identity = identityOf(notification);
    if (!this.#begun.has(identity)) {
      this.#begun.set(identity, code);
      this.#journal.addEvent(timeUs(begin_time), code, 'begin');
    }
    if (end_time === undefined || !this.#begun.delete(identity)) return;
    this.#journal.addEvent(timeUs(end_time), code, 'end');
  }
}

const identityOf = ({ code, begin_time }: Notification): string => `${code} ${begin_time}`;

const activeAmong = (faults: readonly { readonly id: string; readonly status: string }[]): ReadonlySet<string> =>
  new Set(faults.filter(({ status }) => status === 'active').map(({ id }) => id));

const NOBODY = { controlling_client: null, requesting_clients: [] };

const boxState = ({ rooftop_box: box }: Sensors): Partial<SystemState> =>
  box === undefined
    ? {}
    : {
        rtb_external_safety_land_button_state: box.safety_land_button_pressed ? 'Pressed' : 'NotPressed',
        rtb_parking_brake_state: box.parking_brake_engaged ? 'Engaged' : 'Disengaged',
      };

function timeUs(text: string): number {
  const us = parseTimestamp(text);
  if (us === undefined) throw new StationUnfitFault(`the station gave the time ${text}, which is none`);
  return us;
}
