import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { Environment } from '@kitestring/settings/settings-variables.ts';
import { CommandFault } from '../context.ts';

const START_WITHIN_MS = 60_000;
const END_WITHIN_MS = 30_000;
/** A station starts in half the time without them. */
const STANDARD_ENVIRONMENT: Environment = { KITESTRING_VIDEO_ENABLED: 'false', KITESTRING_CONSOLE_ENABLED: 'false' };

interface LoggedStationOptions {
  readonly program: readonly string[];
  /** Flags of `serve` beside port and data folder. */
  readonly flags: readonly string[];
  readonly environment: Environment;
  readonly logFile: string;
  readonly stop: AbortSignal;
  readonly startWithinMs?: number;
}

/** A simulated station in a process and a data folder of its own, whose output is kept in a file. */
export class LoggedStation implements AsyncDisposable {
  readonly url: string;
  /** API key with every right. */
  readonly key: string;
  /** There until the station is disposed of. */
  readonly dataFolder: string;
  readonly #child: ChildProcess;
  readonly #log: WriteStream;

  private constructor(child: ChildProcess, log: WriteStream, parts: { url: string; key: string; dataFolder: string }) {
    this.#child = child;
    this.#log = log;
    this.url = parts.url;
    this.key = parts.key;
    this.dataFolder = parts.dataFolder;
  }

  /** Resolves when it answers. @throws CommandFault it does not start, with the last line of its output */
  static async start({ environment, flags, logFile, program, ...rest }: LoggedStationOptions): Promise<LoggedStation> {
    const { startWithinMs = START_WITHIN_MS, stop } = rest;
    const [executable = '', ...first] = program;
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'kitestring-ci-'));
    // The form of generated keys, whose check is fast.
    const key = `kite_${randomBytes(32).toString('base64url')}`;
    const log = createWriteStream(logFile);
    // A full disk costs lines of the log, not the run.
    log.on('error', () => {});
    const child = spawn(executable, [...first, 'serve', '--port', '0', '--data-dir', dataFolder, ...flags], {
      env: { ...STANDARD_ENVIRONMENT, ...environment, KITESTRING_API_KEY: key, KITESTRING_LOG_FORMAT: 'json' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    try {
      const url = await listening(child, AbortSignal.any([stop, AbortSignal.timeout(startWithinMs)]));
      return new LoggedStation(child, log, { url, key, dataFolder });
    } catch (error) {
      child.kill('SIGKILL');
      log.end();
      rmSync(dataFolder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Ends the station, which completes its flight log. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'close');
      this.#child.kill('SIGTERM');
      const late = setTimeout(() => this.#child.kill('SIGKILL'), END_WITHIN_MS);
      await ended;
      clearTimeout(late);
    }
    this.#log.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.dataFolder, { recursive: true, force: true });
  }
}

/** The address that a station logs when it answers. */
function listening(child: ChildProcess, stop: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let last = '';
    const fail = (how: string) => {
      stop.removeEventListener('abort', late);
      reject(new CommandFault(`the station ${how}${last && `: ${oneLine(last)}`}`));
    };
    const late = () => fail('does not answer in time');
    const read = (line: string) => {
      last = line;
      const url = line.includes('listening') ? /"url":"(http:\/\/[^"]+)"/.exec(line)?.[1] : undefined;
      if (url === undefined) return;
      stop.removeEventListener('abort', late);
      resolve(url.replace(/\/$/, ''));
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read);
    stop.addEventListener('abort', late, { once: true });
    child.once('error', ({ message }) => fail(`cannot be started: ${message}`));
    // After its output.
    child.once('close', (status) => fail(`ended with status ${status}`));
  });
}
