import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { LiveScenarios } from '@kitestring/lab-scenario/live/live-scenarios.ts';
import { ScenarioReader } from '@kitestring/lab-scenario/live/scenario-reader.ts';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import type { ScenarioRun } from '@kitestring/station-contract/sim/scenarios.ts';
import type { RunningStation } from '../../../src/running-station.ts';
import { startStation } from '../../../src/start.ts';

const KEY = 'kite_key-of-the-live-scenario-tests';

const ENVIRONMENT: Readonly<Record<string, string>> = {
  KITESTRING_API_KEY: KEY,
  KITESTRING_PORT: '0',
  KITESTRING_SIM_SPEED: '100',
  // Ten seconds of station time are 0.1 s at this speed, which a busy machine takes for a breath.
  KITESTRING_HANDOFF_LEASE_S: '600',
  // Neither process is of any use here.
  KITESTRING_VIDEO_ENABLED: 'false',
  KITESTRING_CONSOLE_ENABLED: 'false',
  KITESTRING_FLIGHT_LOG_ON: 'false',
};

/** A test that waits this long has failed; nothing waits for it otherwise. */
const GIVE_UP_MS = 120_000;

/** One for all stations of this process: its thread costs more to start than most runs. It keeps no process alive. */
const SHARED_READER = new ScenarioReader();
const READER = {
  text: (text: string) => SHARED_READER.text(text),
  shipped: () => SHARED_READER.shipped(),
  close: () => {},
};

/** How often a run is looked at. */
const LOOK_EVERY_MS = 5;

/** A station whose time passes by itself, fast, and on which scenarios are run by its API. */
export class LiveFixture implements AsyncDisposable {
  readonly running: RunningStation;
  /** Has every scope. */
  readonly client: KitestringClient;
  readonly #folder: string;

  private constructor(running: RunningStation, folder: string) {
    this.running = running;
    this.#folder = folder;
    this.client = this.clientWith();
  }

  /** @param environment settings as variables */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<LiveFixture> {
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-live-'));
    const { values } = loadSettings({
      flags: new Map(),
      environment: { ...ENVIRONMENT, KITESTRING_DATA_DIR: folder, ...environment },
      folder,
    });
    const settings = { ...serverSettings(values, 'test'), keyHashCost: { N: 2, r: 1, p: 1 } };
    const running = await startStation(settings, {
      log: SILENT_LOG,
      makeScenarioRunner: (host) => new LiveScenarios({ host, settings: values, log: SILENT_LOG, reader: READER }),
    });
    return new LiveFixture(running, folder);
  }

  clientWith(scopes?: readonly string[], tokenName = 'test'): KitestringClient {
    const asked = scopes === undefined ? {} : { scopes };
    return new KitestringClient({
      url: this.running.url,
      key: KEY,
      tokenName,
      ...asked,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
  }

  async state(): Promise<ScenarioRun> {
    const { run } = await this.client.sim.getScenarioRun();
    assert.ok(run, 'there has been a run');
    return run;
  }

  /** Asks again and again until the run is so. */
  async until(isSo: (run: ScenarioRun) => boolean): Promise<ScenarioRun> {
    for (const deadlineMs = performance.now() + GIVE_UP_MS; ; ) {
      const run = await this.#stateIfThere();
      if (run !== undefined && isSo(run)) return run;
      assert.ok(performance.now() < deadlineMs, JSON.stringify(run));
      await after(LOOK_EVERY_MS);
    }
  }

  /** Lets the time of a paused clock pass until the run is so; then it stands still again. */
  async advanceUntil(isSo: (run: ScenarioRun) => boolean): Promise<ScenarioRun> {
    for (;;) {
      const run = await this.state();
      if (isSo(run)) return run;
      assert.equal(run.ended_at, undefined, JSON.stringify(run));
      await this.client.sim.advanceClock({ seconds: 10 });
    }
  }

  over(): Promise<ScenarioRun> {
    return this.until(({ ended_at }) => ended_at !== undefined);
  }

  /** Runs it to its end. */
  async fly(request: { readonly name: string } | { readonly text: string }): Promise<ScenarioRun> {
    await this.client.sim.runScenario(request);
    return this.over();
  }

  /** `200`, or status, code and message of the refusal. */
  async outcome(call: Promise<unknown>): Promise<string> {
    try {
      await call;
      return 'ok';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return `${error.status} ${error.code}: ${error.message}`;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.running.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Undefined while the station restarts. */
  async #stateIfThere(): Promise<ScenarioRun | undefined> {
    try {
      return await this.state();
    } catch (error) {
      if (error instanceof ConnectionError || (error instanceof ApiError && error.status === 503)) return undefined;
      throw error;
    }
  }
}
