import type { OutputPorts } from '@kitestring/media/process/protocol.ts';
import { US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type MakeScenarioRunner, NO_SCENARIOS, type ScenarioRunner } from '../api/sim/scenario-runner.ts';
import type { SimulatedWorldControl } from '../api/sim/simulated-world-control.ts';
import type { Deadlines } from '../listen/http-limits.ts';
import { stationUrl } from '../listen/station-url.ts';
import type { ListenAddress } from '../server-settings.ts';
import type { ServerCertificate } from '../tls/server-certificate.ts';
import type { Video } from '../video/video.ts';
import { type BootedStation, bootStation } from './booted-station.ts';
import type { Core } from './core.ts';
import { goOnline, type OnlineStation } from './online-station.ts';
import { simulationControl } from './simulation-control.ts';

/** How soon a restart that failed (a full disk, a port that somebody took) is tried again, seconds. */
const RETRY_S = 1;

export interface ComputerParts {
  readonly core: Core;
  readonly certificate: ServerCertificate;
  readonly deadlines: Deadlines;
  /** What runs scenarios on it; none where absent. */
  readonly makeScenarioRunner?: MakeScenarioRunner;
}

/*
 *   (start) ──▶ booted ── goOnline ──▶ online ── goAway ──▶ away
 *                 ▲                                          │
 *                 └──────────────── comeBack ────────────────┘
 */

/**
 * The computer of the Ground Station: the station, its API and its network, which end and begin anew when it restarts,
 * while the world and the store stay.
 */
export class StationComputer {
  readonly #parts: ComputerParts;
  readonly #scenarios: ScenarioRunner;
  readonly #simulation: SimulatedWorldControl;
  readonly #end = Promise.withResolvers<void>();
  #isEnding = false;
  #isAway = false;
  /** Counts starts and ends: what waited for something may find that its time is over. */
  #turn = 0;
  #booted: BootedStation;
  #online: OnlineStation | undefined;
  #listeners: readonly ListenAddress[];
  /** Players that come back look where they were. */
  #videoPorts: OutputPorts | undefined;
  /** Kept when the last restart has come to its end, however it ended. */
  #coming: Promise<void> = Promise.resolve();
  /** Kept when what was online before the last restarts has ended. */
  #leaving: Promise<unknown> = Promise.resolve();

  /** @throws what the store throws */
  constructor(parts: ComputerParts) {
    this.#parts = parts;
    this.#listeners = parts.core.settings.listeners;
    this.#scenarios = this.#makeScenarios(parts);
    this.#simulation = simulationControl(parts.core.world, () => this.settled(), this.#scenarios);
    this.#booted = bootStation(parts.core);
  }

  /** The station that runs now; while the computer is away, the one that ran last. */
  get station(): Station {
    return this.#booted.station;
  }

  /** Undefined while it is away, and on a station without live video. */
  get video(): Video | undefined {
    return this.#online?.video;
  }

  /** Where it listens, with real ports; the same after a restart. */
  get addresses(): readonly ListenAddress[] {
    return this.#listeners;
  }

  /** Opens every listener, or none. @throws ListenFault */
  async goOnline(): Promise<void> {
    const turn = this.#turn;
    const { station } = this.#booted;
    const place = { station, simulation: this.#simulation, listeners: this.#listeners };
    const ports = this.#videoPorts;
    const online = await goOnline({ ...this.#parts, ...place, ...(ports !== undefined && { videoPorts: ports }) });
    this.#listeners = online.addresses;
    if (this.#isOver(turn)) await online.breakOff();
    else this.#online = online;
  }

  /** Kept at once, or when a restart that is over in station time has opened the doors again. */
  settled(): Promise<void> {
    return this.#coming;
  }

  /** It goes down at this very step: nothing is decided and nobody is answered until it comes back. */
  goAway(): void {
    if (this.#isAway || this.#isEnding) return;
    const { log, world } = this.#parts.core;
    log.warn({}, 'the Ground Station restarts');
    this.#isAway = true;
    this.#turn += 1;
    this.#booted.stop();
    this.#videoPorts = this.#online?.video?.supervisor.ports;
    this.#leaving = Promise.all([this.#leaving, this.#online?.breakOff()]);
    this.#online = undefined;
    // Nobody can be reached who could let time pass.
    if (world.driver.isPaused) world.driver.passUntil(() => !this.#isAway);
  }

  /** It has started: the station decides from this step on, and is reached as soon as it knows where the Kite is. */
  comeBack(): void {
    if (!this.#isAway || this.#isEnding) return;
    this.#isAway = false;
    this.#turn += 1;
    this.#coming = this.#restart();
  }

  /** Lets requests and WebSockets end. */
  async hangUp(): Promise<void> {
    // Its clients are answered until the end.
    await this.#scenarios.stop('the station stops');
    this.#isEnding = true;
    this.#end.resolve();
    await Promise.all([this.#coming, this.#leaving, this.#online?.stop()]);
    // One that was asked for in the last moment.
    await this.#scenarios.stop('the station stops');
  }

  /** Lets go of aircraft, clock and store. */
  stop(): void {
    if (!this.#isAway) this.#booted.stop();
  }

  #makeScenarios({ core: { settings, world }, makeScenarioRunner }: ComputerParts): ScenarioRunner {
    if (makeScenarioRunner === undefined) return NO_SCENARIOS;
    const station = () => this.station;
    const url = () => stationUrl(this.addresses[0], settings.tlsMode);
    return makeScenarioRunner({
      world,
      get station() {
        return station();
      },
      get url() {
        return url();
      },
      settled: () => this.settled(),
    });
  }

  async #restart(): Promise<void> {
    const turn = this.#turn;
    const sampled = this.#nextSample();
    await this.#tryUntilDone(turn, () => {
      this.#booted = bootStation(this.#parts.core);
    });
    await sampled;
    await this.#tryUntilDone(turn, () => this.goOnline());
  }

  /** Again and again: there may be a Kite in the air. */
  async #tryUntilDone(turn: number, attempt: () => void | Promise<void>): Promise<void> {
    const { log, realTime } = this.#parts.core;
    while (!this.#isOver(turn)) {
      try {
        // Without a wait for what is done at once: the station begins at its step and no later.
        const done = attempt();
        if (done !== undefined) await done;
        return;
      } catch (fault) {
        log.error({ err: fault }, 'the Ground Station could not start again');
        const retry = Promise.withResolvers<void>();
        const cancel = realTime.schedule(realTime.nowUs() + RETRY_S * US_PER_S, retry.resolve);
        await Promise.race([retry.promise, this.#end.promise]);
        cancel();
      }
    }
  }

  /** Nobody who finds the port open finds the Kite `Unknown`. */
  async #nextSample(): Promise<void> {
    const { aircraft, driver } = this.#parts.core.world;
    let isSampled = false;
    const sampled = Promise.withResolvers<void>();
    const cancel = aircraft.onSample(() => {
      isSampled = true;
      sampled.resolve();
    });
    if (driver.isPaused) driver.passUntil(() => isSampled);
    await Promise.race([sampled.promise, this.#end.promise]);
    cancel();
  }

  #isOver(turn: number): boolean {
    return this.#isEnding || turn !== this.#turn;
  }
}
