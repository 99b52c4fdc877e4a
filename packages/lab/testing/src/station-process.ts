import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessEnd, SpawnedStation } from '@kitestring/testing/spawned-station.ts';
import { until } from './until.ts';

const LAUNCHER = join(import.meta.dirname, '../../../cli/bin/kitestring.mjs');

/**
 * API key of tests and benchmarks, passed by `KITESTRING_API_KEY`. It has the generated form, whose hash is fast: a
 * chosen key costs 0.1 s of a core at the start and at every sign-in.
 */
export const TEST_API_KEY = `kite_${'key-of-tests-and-benchmarks-only'.padEnd(43, '_')}`;

/** The limiters stay in the request path; their limits are too high to be reached. */
export const WIDE_LIMITS: Readonly<Record<string, string>> = {
  KITESTRING_LIMITS_READS_PER_S: '1000000',
  KITESTRING_LIMITS_READS_BURST: '1000000',
  KITESTRING_LIMITS_COMMANDS_PER_S: '1000000',
  KITESTRING_LIMITS_COMMANDS_BURST: '1000000',
  KITESTRING_LIMITS_TOKEN_REQUESTS_PER_MIN: '1000000',
  KITESTRING_LIMITS_TOKEN_REQUESTS_BURST: '1000000',
  KITESTRING_LIMITS_UNAUTHENTICATED_PER_S: '1000000',
  KITESTRING_LIMITS_UNAUTHENTICATED_BURST: '1000000',
  KITESTRING_LIMITS_WRONG_KEYS_PER_MIN: '1000000',
  KITESTRING_LIMITS_CONNECTIONS_PER_ADDRESS: '4096',
  KITESTRING_LIMITS_WEBSOCKETS_PER_SESSION: '2000',
};

/** Without live video and console, whose processes most tests do not need. */
const STANDARD_ENVIRONMENT: Readonly<Record<string, string>> = {
  KITESTRING_API_KEY: TEST_API_KEY,
  KITESTRING_LOG_FORMAT: 'json',
  KITESTRING_VIDEO_ENABLED: 'false',
  KITESTRING_CONSOLE_ENABLED: 'false',
};

export interface StationProcessOptions {
  /** Data folder; absent: a temporary one, removed at the end. */
  readonly folder?: string;
  readonly flags?: readonly string[];
  /** `serve` when absent. */
  readonly command?: readonly string[];
  /** First file of the command; that of the sources when absent. */
  readonly launcher?: string;
  /** Program that runs it; the running Node when absent. */
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Deadline of a start and of an end, which take less than a second on a quiet machine. */
const PATIENT_MS = 180_000;

/** A station in its own process, started by the command that users type. */
export class StationProcess implements AsyncDisposable {
  /** From the start of the process to the `listening` line, milliseconds. */
  readonly startMs: number;
  readonly folder: string;
  readonly #station: SpawnedStation;
  readonly #ownsFolder: boolean;
  readonly #output: readonly string[];

  private constructor(
    station: SpawnedStation,
    parts: { startMs: number; folder: string; ownsFolder: boolean; output: readonly string[] },
  ) {
    this.#station = station;
    this.startMs = parts.startMs;
    this.folder = parts.folder;
    this.#ownsFolder = parts.ownsFolder;
    this.#output = parts.output;
  }

  static async start({
    command = ['serve'],
    folder,
    flags = [],
    env = {},
    launcher = LAUNCHER,
    node = process.execPath,
  }: StationProcessOptions = {}): Promise<StationProcess> {
    const ownFolder = folder ?? mkdtempSync(join(tmpdir(), 'kitestring-station-'));
    const startedMs = performance.now();
    const output: string[] = [];
    const station = await SpawnedStation.start({
      command: [node, launcher, ...command, '--port', '0', '--data-dir', ownFolder, ...flags],
      env: { ...inheritedEnvironment(), ...STANDARD_ENVIRONMENT, ...env },
      onLine: (line) => output.push(line),
      startWithinMs: PATIENT_MS,
    }).catch((error: Error) => {
      throw new Error(`${error.message}:\n${output.join('\n')}`, { cause: error });
    });
    const startMs = performance.now() - startedMs;
    return new StationProcess(station, { startMs, folder: ownFolder, ownsFolder: folder === undefined, output });
  }

  get url(): string {
    return this.#station.url;
  }

  get pid(): number {
    return this.#station.process.pid ?? 0;
  }

  /** Whether the process is running. */
  get isRunning(): boolean {
    return this.#station.isRunning;
  }

  /** Standard output and standard error so far. */
  get output(): string {
    return this.#output.join('\n');
  }

  /** Waits until the station has printed a line that contains this text. */
  async logged(text: string): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const fail = () => reject(new Error(`the station ended before it said "${text}":\n${this.output}`));
    const look = () => this.output.includes(text) && resolve();
    const { process: child } = this.#station;
    const streams = [child.stdout, child.stderr];
    for (const stream of streams) stream?.on('data', look);
    child.once('exit', fail);
    look();
    if (!this.isRunning) fail();
    try {
      await promise;
    } finally {
      for (const stream of streams) stream?.off('data', look);
      child.off('exit', fail);
    }
  }

  /** Sends a signal and waits for the end. @returns exit status and the signal that ended it */
  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<ProcessEnd> {
    return this.#station.end(signal, PATIENT_MS);
  }

  /** Resident memory, MiB (Linux). */
  get residentMib(): number {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1];
    return Number(kib) / 1024;
  }

  /** CPU time used since the start, seconds (Linux). */
  get cpuS(): number {
    return cpuSeconds(this.pid);
  }

  async token(body: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await fetch(`${this.url}/api/v1/auth/token/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: TEST_API_KEY, ...body }),
    });
    if (response.status !== 200) throw new Error(`token request: ${response.status} ${await response.text()}`);
    const session = (await response.json()) as { access_token: string };
    return session.access_token;
  }

  /** Waits for the first pictures of the camera, which may take longer on a busy machine than a client waits. */
  async givesPictures(): Promise<void> {
    const headers = { authorization: `Bearer ${await this.token()}` };
    const ask = (path: string) => fetch(`${this.url}/api/v1/videostreams${path}`, { headers });
    const [stream] = (await (await ask('')).json()) as { readonly stream_id: string }[];
    await until('a picture', async () => (await ask(`/${stream?.stream_id}/snapshot`)).ok);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    if (this.#ownsFolder) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** CPU time of a process since its start, seconds (Linux): fields 14 and 15 of /proc/PID/stat, in ticks of 10 ms. */
export function cpuSeconds(pid: number): number {
  // The name in field 2 may contain spaces.
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[11]) + Number(afterName[12])) / 100;
}

/** Settings in the environment of the test run are not inherited. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KITESTRING_')));
}
