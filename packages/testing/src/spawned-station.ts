import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const START_WITHIN_MS = 60_000;
const END_WITHIN_MS = 30_000;

export interface SpawnOptions {
  /** Program and arguments. */
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Takes each line of its output. */
  readonly onLine: (line: string) => void;
  /** Deadline of the start, ms. */
  readonly startWithinMs?: number;
  /** Ends a start that takes longer than the caller waits. */
  readonly stop?: AbortSignal;
}

/** How a process has ended. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A station in a process of its own, which ends with this one. */
export class SpawnedStation {
  /** Without a slash at its end. */
  readonly url: string;
  readonly process: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.process = child;
    this.url = url;
  }

  /** Resolves when it answers; rejects, and kills it, when it does not start. */
  static async start({ command, env, onLine, ...limits }: SpawnOptions): Promise<SpawnedStation> {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithUs(child);
    try {
      return new SpawnedStation(child, await listening(child, onLine, limits));
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Sends a signal, resolves when the process has ended and its output is read, and kills it after a deadline. */
  async end(signal: NodeJS.Signals = 'SIGTERM', withinMs = END_WITHIN_MS): Promise<ProcessEnd> {
    if (this.isRunning) {
      const closed = once(this.process, 'close');
      this.process.kill(signal);
      const late = setTimeout(() => this.process.kill('SIGKILL'), withinMs);
      await closed;
      clearTimeout(late);
    }
    return { status: this.process.exitCode, signal: this.process.signalCode };
  }
}

const running = new Set<ChildProcess>();
const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

function endWithUs(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killAll);
  });
}

/** The address that a station logs when it answers. */
function listening(
  child: ChildProcess,
  onLine: SpawnOptions['onLine'],
  { startWithinMs = START_WITHIN_MS, stop }: Pick<SpawnOptions, 'startWithinMs' | 'stop'>,
): Promise<string> {
  const { promise, reject, resolve } = Promise.withResolvers<string>();
  const fail = (how: string) => reject(new Error(`the station ${how}`));
  const timer = setTimeout(() => fail(`does not answer within ${startWithinMs} ms`), startWithinMs);
  const stopped = () => fail('was stopped before it answered');
  stop?.addEventListener('abort', stopped, { once: true });
  if (stop?.aborted) stopped();
  const read = (line: string) => {
    onLine(line);
    const url = line.includes('listening') ? /http:\/\/[^\s",]+/.exec(line)?.[0] : undefined;
    if (url !== undefined) resolve(url.replace(/\/$/, ''));
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read);
  child.once('error', ({ message }) => fail(`cannot be started: ${message}`));
  // After its output.
  child.once('close', (status) => fail(`ended with status ${status}`));
  return promise.finally(() => {
    clearTimeout(timer);
    stop?.removeEventListener('abort', stopped);
  });
}
