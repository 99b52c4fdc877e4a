import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoundedLines } from './bounded-lines.ts';
import { SimulatorControls } from './simulator-controls.ts';
import { SpawnedStation } from './spawned-station.ts';
import { flags, type StationOptions } from './station-options.ts';
import { stationProgram } from './station-program.ts';

const END_WITHIN_MS = 10_000;
const KEPT_LINES = 2000;
/** Snapshot and mark of the journal; a test may have others. */
const BEGINNING = 'beginning-of-test';

/** A request of the journal, as far as a failed test needs it. */
export interface SeenRequest {
  readonly operation: string;
  /** Absent: the connection ended before an answer, or a WebSocket ended. */
  readonly status?: number;
  /** Code of a refusal. */
  readonly code?: string;
  readonly time: string;
}

/** A simulated Ground Station in a process of its own, with an API key and a data folder of its own. */
export class TestStation implements AsyncDisposable {
  /** API key with every right. */
  readonly key: string;
  readonly #station: SpawnedStation;
  readonly #folder: string;
  readonly #lines: BoundedLines;
  readonly #requests: SimulatorControls;
  readonly #options: StationOptions;

  private constructor(
    station: SpawnedStation,
    parts: { key: string; folder: string; lines: BoundedLines; options: StationOptions },
  ) {
    this.#station = station;
    this.key = parts.key;
    this.#folder = parts.folder;
    this.#lines = parts.lines;
    this.#options = parts.options;
    this.#requests = new SimulatorControls(station.url, parts.key);
  }

  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  get url(): string {
    return this.#station.url;
  }

  /** Starts a station and waits until it answers. @throws Error it does not start, with its output */
  static async start(options: StationOptions = {}): Promise<TestStation> {
    const program = options.program ?? stationProgram();
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-test-'));
    // The form of generated keys, whose check is fast.
    const key = `kite_${randomBytes(32).toString('base64url')}`;
    const lines = new BoundedLines(KEPT_LINES);
    let running: SpawnedStation | undefined;
    try {
      running = await SpawnedStation.start({
        command: [...program, 'serve', ...flags(options, folder)],
        env: { ...process.env, KITESTRING_API_KEY: key, KITESTRING_LOG_FORMAT: 'json' },
        onLine: (line) => lines.add(line),
        ...(options.startWithinMs !== undefined && { startWithinMs: options.startWithinMs }),
      });
      const station = new TestStation(running, { key, folder, lines, options });
      await station.#keepBeginning();
      return station;
    } catch (error) {
      await running?.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
      if (running !== undefined || !(error instanceof Error)) throw error;
      throw new Error(`${error.message}\n${lines.text}`.trimEnd(), { cause: error });
    }
  }

  /**
   * Back to the state at the start: aircraft, wind, faults, station time, notifications, speed. WebSockets are closed with
   * 1012; tokens stay valid. Takes milliseconds.
   */
  async reset(): Promise<void> {
    await this.#requests.post(`snapshots/${BEGINNING}/reset`);
    await this.#requests.post('clock', { speed: this.#options.speed ?? 20, paused: false });
    this.#lines.clear();
    await this.#markJournal();
  }

  /** A new access token. @param scope words of the API, `read control`; absent: every right */
  token(scope?: string): Promise<string> {
    return this.#requests.token(scope);
  }

  /** Requests since the start or the last reset, the oldest first, 1,000 at most; empty without a journal. */
  async journal(): Promise<readonly SeenRequest[]> {
    if (this.#options.hasJournal === false) return [];
    const { entries } = await this.#requests.get<{ entries: readonly SeenRequest[] }>(
      `journal?since=${BEGINNING}&limit=1000`,
    );
    return entries;
  }

  /** Output of the station since the start or the last reset, 2,000 lines at most. */
  get log(): string {
    return this.#lines.text;
  }

  /** Journal and log as text: the reason of a failed test is often there. */
  async account(): Promise<string> {
    const requests = (await this.journal()).map(({ code = '', operation, status, time }) =>
      `${time} ${status ?? 'closed'} ${operation} ${code}`.trimEnd(),
    );
    return [`requests of ${this.url}`, ...requests, 'log', this.log].join('\n');
  }

  /** Ends the station and removes its data folder. */
  async stop(): Promise<void> {
    await this.#station.end('SIGTERM', END_WITHIN_MS);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #keepBeginning(): Promise<void> {
    await this.#requests.post('snapshots', { name: BEGINNING });
    await this.#markJournal();
  }

  async #markJournal(): Promise<void> {
    if (this.#options.hasJournal !== false) await this.#requests.post('journal', { mark: BEGINNING });
  }
}
