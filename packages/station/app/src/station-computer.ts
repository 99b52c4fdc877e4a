import { US_PER_S } from '@kitestring/base/clock.ts';
import { RequestJournal } from '@kitestring/lab-request-journal/request-journal.ts';
import type { MakeScenarioRunner } from '@kitestring/lab-scenario/live/scenario-host.ts';
import { WireFaults } from '@kitestring/lab-wire-faults/wire-faults.ts';
import type { SimulatedWorldControl } from '@kitestring/station-api/api/sim/simulated-world-control.ts';
import { NO_SCENARIOS, type ScenarioRunner } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import type { OutputPorts } from '@kitestring/video-process/process';
import { type Deadlines, stationUrl } from '@kitestring/web/listen';
import type { ListenAddress } from '@kitestring/web/listen/listen-address.ts';
import type { ServerCertificate } from '@kitestring/web/tls/server-certificate.ts';
import { type BootedStation, bootStation } from './booted-station.ts';
import type { Core } from './core.ts';
import { goOnline, type OnlineStation } from './online-station.ts';
import type { RunningOnvif } from './onvif/start-onvif.ts';
import { StationSnapshots } from './snapshot/named-snapshots.ts';
import { simulationControl } from './worlds/simulation-control.ts';

/** Retry interval of a failed restart (full disk, port in use), seconds. */
const RETRY_S = 1;

interface ComputerDeps {
  readonly core: Core;
  readonly certificate: ServerCertificate;
  readonly deadlines: Deadlines;
  /** Creates the scenario runner; absent: none. */
  readonly makeScenarioRunner?: MakeScenarioRunner;
}

/*
 *   (start) ──▶ booted ── goOnline ──▶ online ── shutDown ──▶ away
 *                 ▲                                          │
 *                 └──────────────── boot ────────────────┘
 */

/** The computer of the Ground Station: station, API and network are created again at a restart, while world and store stay. */
export class StationComputer {
  readonly #deps: ComputerDeps;
  /** Snapshots of a simulated station; a real one cannot be reset. */
  readonly snapshots: StationSnapshots;
  /** They outlive restarts, like the world. */
  readonly wireFaults: WireFaults;
  readonly #scenarios: ScenarioRunner;
  readonly #simulation: SimulatedWorldControl | undefined;
  readonly #end = Promise.withResolvers<void>();
  #isEnding = false;
  #isAway = false;
  /** Counts starts and stops: asynchronous work checks whether it is outdated. */
  #turn = 0;
  #booted: BootedStation;
  #online: OnlineStation | undefined;
  #listeners: readonly ListenAddress[];
  /** Video players reconnect to the same ports. */
  #videoPorts: OutputPorts | undefined;
  #onvifPort: number | undefined;
  /** Settles when the last restart has finished, with either result. */
  #coming: Promise<void> = Promise.resolve();
  /** Settles when what was online before the last restart has ended; undefined before the first. */
  #leaving: Promise<unknown> | undefined;

  /** @throws what the store throws */
  constructor(deps: ComputerDeps) {
    this.#deps = deps;
    this.#listeners = deps.core.settings.listeners;
    const { simulation } = deps.core.world;
    this.wireFaults = new WireFaults({ clock: deps.core.world.clock, realTimeClock: deps.core.systemClock });
    this.#scenarios = this.#makeScenarios(deps);
    this.snapshots = this.#makeSnapshots(deps);
    this.#simulation =
      simulation &&
      simulationControl(
        simulation,
        () => this.settled(),
        this.#scenarios,
        this.snapshots,
        () => this.station,
        this.wireFaults,
        new RequestJournal({
          clock: deps.core.world.clock,
          realTimeClock: deps.core.realTimeClock,
          faults: () => simulation.aircraft.faults.list(),
        }),
      );
    this.#booted = bootStation(deps.core);
  }

  /** The current station; while the computer is off, the last one. */
  get station(): Station {
    return this.#booted.station;
  }

  /** Undefined while down, and on a station without live video. */
  get video(): Video | undefined {
    return this.#online?.video;
  }

  /** Undefined while down, and where ONVIF is off. */
  get onvif(): RunningOnvif | undefined {
    return this.#online?.onvif;
  }

  get onvifLab(): SimulatedWorldControl['onvif'] | undefined {
    return this.#simulation?.onvif;
  }

  /** Listening addresses with actual ports; unchanged by a restart. */
  get addresses(): readonly ListenAddress[] {
    return this.#listeners;
  }

  /** Opens every listener, or none. @throws ListenFault */
  async goOnline(): Promise<void> {
    const turn = this.#turn;
    const { station } = this.#booted;
    const place = { station, listeners: this.#listeners };
    const simulation = this.#simulation;
    const ports = this.#videoPorts;
    const onvifPort = this.#onvifPort;
    const online = await goOnline({
      ...this.#deps,
      ...place,
      ...(simulation !== undefined && { simulation }),
      ...(ports !== undefined && { videoPorts: ports }),
      ...(onvifPort !== undefined && { onvifPort }),
      ...(this.#leaving !== undefined && { after: this.#leaving }),
    });
    this.#listeners = online.addresses;
    this.#onvifPort = online.onvif?.port;
    if (this.#isOver(turn)) await online.breakOff();
    else this.#online = online;
  }

  /** Resolves at once, or when a restart that is over in station time has reopened the listeners. */
  settled(): Promise<void> {
    return this.#coming;
  }

  /** Shuts down at this very step: no decisions and no responses until it boots. */
  shutDown(): void {
    if (this.#isAway || this.#isEnding) return;
    const { log, world } = this.#deps.core;
    log.warn({}, 'the Ground Station restarts');
    this.#isAway = true;
    this.#turn += 1;
    this.#booted.stop();
    this.#videoPorts = this.#online?.video?.supervisor.ports;
    // An incomplete restart is aborted by itself.
    this.#leaving = Promise.all([this.#leaving, this.#coming, this.#online?.breakOff()]);
    this.#online = undefined;
    // No client can advance time meanwhile.
    const driver = world.simulation?.driver;
    if (driver?.isPaused) driver.passUntil(() => !this.#isAway);
  }

  /** Booted: the station makes decisions from this step on, and accepts connections as soon as it has a sample of the Kite. */
  boot(): void {
    if (!this.#isAway || this.#isEnding) return;
    this.#isAway = false;
    this.#turn += 1;
    this.#coming = this.#restart();
  }

  /** Restarts at once, with a change of what a station keeps while it runs. */
  restartWith(change: () => void): void {
    this.shutDown();
    change();
    this.boot();
  }

  /** Lets requests and WebSockets end. */
  async closeConnections(): Promise<void> {
    // Its clients are served until the end.
    await this.#scenarios.stop('the station stops');
    this.#isEnding = true;
    this.#end.resolve();
    await Promise.all([this.#coming, this.#leaving, this.#online?.stop()]);
    // A run that was requested at the last moment.
    await this.#scenarios.stop('the station stops');
  }

  /** Releases aircraft, clock and store. */
  stop(): void {
    if (!this.#isAway) this.#booted.stop();
  }

  #makeScenarios({ core: { settings, world }, makeScenarioRunner }: ComputerDeps): ScenarioRunner {
    if (makeScenarioRunner === undefined || world.simulation === undefined) return NO_SCENARIOS;
    const station = () => this.station;
    const url = () => stationUrl(this.addresses[0], settings.tlsMode);
    return makeScenarioRunner({
      world: world.simulation,
      wireFaults: this.wireFaults,
      get station() {
        return station();
      },
      get url() {
        return url();
      },
      settled: () => this.settled(),
    });
  }

  #makeSnapshots({ core }: ComputerDeps): StationSnapshots {
    return new StationSnapshots({
      source: () => ({ core, station: this.station }),
      stopRecording: () => core.recordings.stop(),
      refusal: () => this.#resetRefusal(),
      onReset: () => {
        this.wireFaults.removeAll();
        this.#online?.endSubscriptions('the station was reset to a snapshot');
      },
    });
  }

  #resetRefusal(): string | undefined {
    const run = this.#scenarios.current();
    if (run?.status === 'preparing' || run?.status === 'running') return `the scenario "${run.title}" is running`;
    if (this.#isAway || this.#online === undefined) return 'the Ground Station restarts';
    const isAdvancing = this.#deps.core.world.simulation?.driver.isAdvancing === true;
    return isAdvancing ? 'calls wait for the clock to advance' : undefined;
  }

  async #restart(): Promise<void> {
    const turn = this.#turn;
    const sampled = this.#nextSample();
    await this.#tryUntilDone(turn, () => {
      this.#booted = bootStation(this.#deps.core);
    });
    await sampled;
    await this.#tryUntilDone(turn, () => this.goOnline());
  }

  /** Retries until it succeeds: the Kite may be in the air. */
  async #tryUntilDone(turn: number, attempt: () => void | Promise<void>): Promise<void> {
    const { log, systemClock } = this.#deps.core;
    while (!this.#isOver(turn)) {
      try {
        // Without an await for synchronous work: the station starts at its step and no later.
        const done = attempt();
        if (done !== undefined) await done;
        return;
      } catch (fault) {
        log.error({ err: fault }, 'the Ground Station could not start again');
        const retry = Promise.withResolvers<void>();
        const cancel = systemClock.schedule(systemClock.nowUs() + RETRY_S * US_PER_S, () => retry.resolve());
        await Promise.race([retry.promise, this.#end.promise]);
        cancel();
      }
    }
  }

  /** A client that finds the port open never finds the Kite `Unknown`. */
  async #nextSample(): Promise<void> {
    const { aircraft, simulation } = this.#deps.core.world;
    const driver = simulation?.driver;
    let isSampled = false;
    const sampled = Promise.withResolvers<void>();
    const cancel = aircraft.onSample(() => {
      isSampled = true;
      sampled.resolve();
    });
    if (driver?.isPaused) driver.passUntil(() => isSampled);
    await Promise.race([sampled.promise, this.#end.promise]);
    cancel();
  }

  #isOver(turn: number): boolean {
    return this.#isEnding || turn !== this.#turn;
  }
}
