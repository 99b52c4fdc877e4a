import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, SILENT_LOG } from '@kitestring/base/log.ts';
import {
  DEFAULT_LIMITS,
  DEFAULT_NETWORK_SETTINGS,
  type LimitSettings,
  type ServerSettings,
} from '@kitestring/settings/server-settings.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { type ApiVersion, hasHttps } from '@kitestring/station-contract/versions.ts';
import { DEFAULT_STATION_SETTINGS, type StationSettings } from '@kitestring/station-core/station-settings.ts';
import { DEADLINES, type Deadlines } from '@kitestring/web/listen';
import type { RunningStation } from '../../src/running-station.ts';
import { type StartOptions, startStation } from '../../src/start.ts';

/** A key that opens test stations only. */
export const TEST_KEY = 'kite_key-of-the-server-tests-only';

/** A process of tests may stand still for longer than a client of the product may. */
const PATIENT_MS = 180_000;
export const PATIENT_DEADLINES: Deadlines = {
  ...DEADLINES,
  silenceMs: PATIENT_MS,
  headersMs: PATIENT_MS,
  requestMs: PATIENT_MS,
  unreadMs: PATIENT_MS,
  keepAliveMs: PATIENT_MS,
  onTheWayMs: 0,
  finishMs: PATIENT_MS,
  goodbyeMs: PATIENT_MS,
};

export interface TestStationOptions extends Omit<Partial<ServerSettings>, 'limits' | 'station' | 'simulation'> {
  readonly limits?: Partial<LimitSettings>;
  readonly station?: Partial<StationSettings>;
  readonly simulation?: Partial<ServerSettings['simulation']>;
  readonly start?: Partial<StartOptions>;
}

/** One line of the log. */
export interface LogLine {
  readonly level: keyof Log;
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

/** A whole station in this process, on a free port and in a folder of its own. Its time stands still until it is advanced. */
export class TestStation implements AsyncDisposable {
  readonly running: RunningStation;
  readonly log: readonly LogLine[];
  readonly dataDir: string;
  readonly #ownsFolder: boolean;
  readonly #apiVersion: ApiVersion;
  #expectsBugs = false;

  private constructor(running: RunningStation, log: readonly LogLine[], settings: ServerSettings, owns: boolean) {
    this.running = running;
    this.log = log;
    this.dataDir = settings.dataDir;
    this.#apiVersion = settings.apiVersion;
    this.#ownsFolder = owns;
  }

  static async start(options: TestStationOptions = {}): Promise<TestStation> {
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'kitestring-server-'));
    const log: LogLine[] = [];
    const start: StartOptions = { log: recorder(log), drive: false, deadlines: PATIENT_DEADLINES, ...options.start };
    const settings = settingsWith(options, dataDir);
    const running = await startStation(settings, start);
    return new TestStation(running, log, settings, options.dataDir === undefined);
  }

  get url(): string {
    return this.running.url;
  }

  get secureUrl(): string {
    return this.running.url.replace('http:', 'https:');
  }

  get port(): number {
    return this.running.addresses[0]?.port ?? 0;
  }

  get station(): RunningStation['station'] {
    return this.running.station;
  }

  /** Where bugs were contained so far. A test that means to have some says so with `expectBugs`. */
  get bugs(): readonly string[] {
    return this.log
      .filter(({ message }) => message.startsWith('a bug was contained'))
      .map(({ fields }) => String(fields.place));
  }

  expectBugs(): void {
    this.#expectsBugs = true;
  }

  /** Lets station time pass, at once. */
  advance(seconds: number): void {
    this.running.world.clock.advance(seconds);
  }

  /** A client without a token. */
  stranger(): TestClient {
    return new TestClient(this.url, undefined, this.#apiVersion);
  }

  /** A client with a token for these scopes, all of the first plugin's when absent. */
  async client(scope?: string, key = TEST_KEY): Promise<TestClient> {
    const { body, status } = await this.stranger().post('auth/token/request', {
      client_secret: key,
      ...(scope !== undefined && { scope }),
    });
    const token = (body as { access_token?: string }).access_token;
    if (token === undefined) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
    return new TestClient(this.url, token, this.#apiVersion);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.running.stop();
    if (this.#ownsFolder) rmSync(this.dataDir, { recursive: true, force: true });
    // Contained bugs fail nothing by themselves.
    if (!this.#expectsBugs) assert.deepEqual(this.bugs, []);
  }
}

export const startTestStation = (options?: TestStationOptions): Promise<TestStation> => TestStation.start(options);

/** Settings of a test station: the defaults with whatever a test wants otherwise. */
export function settingsWith(options: TestStationOptions, dataDir: string): ServerSettings {
  const { apiVersion = '1.1.2', limits, station, simulation, start: _start, ...others } = options;
  return {
    listeners: [{ host: '127.0.0.1', port: 0 }],
    apiVersion,
    ...(!hasHttps(apiVersion) && { tlsMode: 'off' as const }),
    apiKey: TEST_KEY,
    corsOrigins: [],
    network: DEFAULT_NETWORK_SETTINGS,
    // The slow hash is for keys that are worth something.
    keyHashCost: { N: 2, r: 1, p: 1 },
    ...others,
    dataDir,
    limits: { ...DEFAULT_LIMITS, ...limits },
    simulation: {
      speed: 1,
      seed: 1,
      seaState: 0,
      wavesFromDeg: 250,
      windSpeedMps: 3,
      windFromDeg: 250,
      turbulence: 'light',
      cameraModel: 'Camera 2nd Generation',
      ...simulation,
    },
    station: { ...DEFAULT_STATION_SETTINGS, ...station },
  };
}

function recorder(lines: LogLine[]): Log {
  const level = (name: keyof Log) => (fields: object, message: string) => {
    lines.push({ level: name, message, fields: fields as Record<string, unknown> });
  };
  return { ...SILENT_LOG, debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
}
