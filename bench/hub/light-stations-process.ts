import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';

const PROGRAM = join(import.meta.dirname, '../../packages/cli/bin/kitestring.mjs');

/** Status of the light stations, each second. */
interface FleetTotals {
  readonly up: number;
  readonly unsent: number;
  readonly unarchived: number;
  readonly lost: number;
}

/** One process of `kitestring fleet`. */
export class LightStationsProcess implements AsyncDisposable {
  totals: FleetTotals = { up: 0, unsent: 0, unarchived: 0, lost: 0 };
  readonly #child: ChildProcess;
  readonly #running = Promise.withResolvers<void>();

  /** @param flags further ones of the command */
  constructor(hub: HubProcess, folder: string, stations: number, flags: readonly string[] = []) {
    const own = ['--hub', hub.url, '--data-dir', folder, '--stations', String(stations)];
    const args = [PROGRAM, 'fleet', ...own, '--log-format', 'json', '--log-level', 'debug', ...flags];
    this.#child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, KITESTRING_HUB_KEY: hub.key },
    });
    if (this.#child.stdout === null) throw new Error('it has no output');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      if (line.includes('"msg":"light stations"')) this.totals = JSON.parse(line);
      else if (line.includes('"msg":"all light stations run"')) this.#running.resolve();
    });
    this.#child.once('exit', (status) => this.#running.reject(new Error(`the light stations ended with ${status}`)));
    this.#running.promise.catch(() => {});
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves when all have been started. */
  get running(): Promise<void> {
    return this.#running.promise;
  }

  /** Ends it in good order. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
