import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { Environment } from '@kitestring/settings/settings-variables.ts';
import { SpawnedStation } from '@kitestring/testing/spawned-station.ts';
import { CommandFault } from '../context.ts';

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
  /** API key with every right. */
  readonly key: string;
  /** There until the station is disposed of. */
  readonly dataFolder: string;
  readonly #station: SpawnedStation;
  readonly #log: WriteStream;

  private constructor(station: SpawnedStation, log: WriteStream, parts: { key: string; dataFolder: string }) {
    this.#station = station;
    this.#log = log;
    this.key = parts.key;
    this.dataFolder = parts.dataFolder;
  }

  get url(): string {
    return this.#station.url;
  }

  /** Resolves when it answers. @throws CommandFault it does not start, with the last line of its output */
  static async start({
    environment,
    flags,
    logFile,
    program,
    ...limits
  }: LoggedStationOptions): Promise<LoggedStation> {
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'kitestring-ci-'));
    // The form of generated keys, whose check is fast.
    const key = `kite_${randomBytes(32).toString('base64url')}`;
    const log = createWriteStream(logFile);
    // A full disk costs lines of the log, not the run.
    log.on('error', () => {});
    let last = '';
    try {
      const station = await SpawnedStation.start({
        command: [...program, 'serve', '--port', '0', '--data-dir', dataFolder, ...flags],
        env: { ...STANDARD_ENVIRONMENT, ...environment, KITESTRING_API_KEY: key, KITESTRING_LOG_FORMAT: 'json' },
        onLine: (line) => {
          last = line;
          log.write(`${line}\n`);
        },
        ...limits,
      });
      return new LoggedStation(station, log, { key, dataFolder });
    } catch (error) {
      log.end();
      rmSync(dataFolder, { recursive: true, force: true });
      const { message } = error as Error;
      throw new CommandFault(`${message}${last && `: ${oneLine(last)}`}`, { cause: error });
    }
  }

  /** Ends the station, which completes its flight log. */
  async stop(): Promise<void> {
    await this.#station.end();
    this.#log.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.dataFolder, { recursive: true, force: true });
  }
}
