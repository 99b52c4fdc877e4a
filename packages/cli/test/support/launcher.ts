import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const LAUNCHER = fileURLToPath(new URL('../../bin/kitestring.mjs', import.meta.url));

/** A Node of this machine that is too old for the station, so that the launcher has to find another; undefined for none. */
/** Reason to leave out tests without it. */
export const NO_OLDER_NODE = 'no Node older than 26 in the PATH: put the folder of one at its end';

export function olderNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => path.join(folder, 'node')).find((node) => existsSync(node) && major(node) < 26);
}

const major = (node: string): number =>
  Number.parseInt(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1), 10);

export interface LaunchOptions {
  readonly node?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** User, of those that root may start it as. */
  readonly uid?: number;
}

/** A real process of the command; nothing of this environment but the path leaks into it. */
export class Launched {
  readonly process: ChildProcess;
  out = '';
  err = '';
  /** All its output is here, also that of a child which outlived it. */
  #isClosed = false;
  readonly #listeners = new Set<() => void>();

  constructor(argv: readonly string[], { node = process.execPath, environment = {}, folder, uid }: LaunchOptions = {}) {
    this.process = spawn(node, [LAUNCHER, ...argv], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(folder !== undefined && { cwd: folder }),
      ...(uid !== undefined && { uid }),
    });
    this.process.stdout?.on('data', (chunk) => this.#read('out', chunk));
    this.process.stderr?.on('data', (chunk) => this.#read('err', chunk));
    this.process.on('close', () => {
      this.#isClosed = true;
      this.#tell();
    });
  }

  /** The first match in everything it prints. @throws when it ends without one */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.out) ?? pattern.exec(this.err);
      if (match !== null) return match;
      if (this.#isClosed) throw new Error(`it ended without ${pattern}:\n${this.out}\n${this.err}`);
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }

  /** How it ends, after all its output. */
  async end(): Promise<{ status: number | null; signal: NodeJS.Signals | null; out: string; err: string }> {
    if (!this.#isClosed) await once(this.process, 'close');
    return { status: this.process.exitCode, signal: this.process.signalCode, out: this.out, err: this.err };
  }

  [Symbol.dispose](): void {
    this.process.kill('SIGKILL');
  }

  #read(stream: 'out' | 'err', chunk: Buffer): void {
    this[stream] += chunk.toString();
    this.#tell();
  }

  #tell(): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}
