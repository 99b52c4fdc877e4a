import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BoundedLines } from './bounded-lines.ts';
import { SimulatorControls } from './simulator-controls.ts';
import { flagsOf, type StationOptions } from './station-options.ts';
import { stationProgram } from './station-program.ts';

const START_WITHIN_MS = 60_000;
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
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** API key with every right. */
  readonly key: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #lines: BoundedLines;
  readonly #requests: SimulatorControls;
  readonly #options: StationOptions;

  private constructor(
    child: ChildProcess,
    parts: { url: string; key: string; folder: string; lines: BoundedLines; options: StationOptions },
  ) {
    this.#child = child;
    this.url = parts.url;
    this.key = parts.key;
    this.#folder = parts.folder;
    this.#lines = parts.lines;
    this.#options = parts.options;
    this.#requests = new SimulatorControls(parts.url, parts.key);
  }

  /** Starts a station and waits until it answers. @throws Error it does not start, with its output */
  static async start(options: StationOptions = {}): Promise<TestStation> {
    const [program = '', ...first] = options.program ?? stationProgram();
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-test-'));
    const flags = flagsOf(options, folder);
    // The form of generated keys, whose check is fast.
    const key = `kite_${randomBytes(32).toString('base64url')}`;
    const lines = new BoundedLines(KEPT_LINES);
    const child = spawn(program, [...first, 'serve', ...flags], {
      env: { ...process.env, KITESTRING_API_KEY: key, KITESTRING_LOG_FORMAT: 'json' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const endWithUs = () => child.kill('SIGKILL');
    process.once('exit', endWithUs);
    child.once('exit', () => process.off('exit', endWithUs));
    try {
      const url = await listening(child, lines, options.startWithinMs ?? START_WITHIN_MS);
      const station = new TestStation(child, { url, key, folder, lines, options });
      await station.#keepBeginning();
      return station;
    } catch (error) {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
      throw error;
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
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      const late = setTimeout(() => this.#child.kill('SIGKILL'), END_WITHIN_MS);
      await ended;
      clearTimeout(late);
    }
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

/** The address that a station logs when it answers. */
function listening(child: ChildProcess, lines: BoundedLines, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`the station ${reason}\n${lines.text}`.trimEnd()));
    const late = setTimeout(() => fail(`does not answer within ${withinMs} ms`), withinMs);
    const read = (line: string) => {
      lines.add(line);
      const url = line.includes('listening') ? /http:\/\/[^\s",]+/.exec(line)?.[0] : undefined;
      if (url === undefined) return;
      clearTimeout(late);
      resolve(url.replace(/\/$/, ''));
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read);
    child.once('error', ({ message }) => fail(`cannot be started: ${message}`));
    // After its output.
    child.once('close', (status) => {
      clearTimeout(late);
      fail(`ended with status ${status}`);
    });
  });
}
