import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { Fault } from '@kitestring/base/fault.ts';

/**
 * One key press of Ctrl-C arrives several times: the terminal sends it to the command, the launcher and npm, which pass
 * it on. Within this time it counts as one.
 */
const SAME_REQUEST_MS = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts at the first stop request: a signal, the channel of the launcher that closes when it is killed, or the end of the npx that has
 * started this command. A second signal ends the process at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let firstAtMs: number | undefined;
  const request = (signal: (typeof SIGNALS)[number]) => {
    firstAtMs ??= performance.now();
    if (performance.now() - firstAtMs > SAME_REQUEST_MS) process.exit(128 + constants.signals[signal]);
    stop.abort(new StoppedFault());
  };
  for (const signal of SIGNALS) process.on(signal, () => request(signal));
  process.on('disconnect', () => stop.abort(new StoppedFault()));
  // The listener must not keep the process alive.
  process.channel?.unref();
  if (process.env.npm_command === 'exec') whenNpxEnds(() => stop.abort(new StoppedFault()));
  return stop.signal;
}

const LOOK_EVERY_MS = 1000;
/** Launcher, shell, npx. */
const GENERATIONS_MAX = 3;

/** A killed npx sends no signal, and a shell stands between. Linux alone names the process beyond that. */
function whenNpxEnds(act: () => void): void {
  const line = lineToNpx();
  const look = setInterval(() => {
    if (lineToNpx() === line) return;
    clearInterval(look);
    act();
  }, LOOK_EVERY_MS).unref();
}

/** Process ids from this process up to npx, which names itself `npm exec`; those of its own parents do not matter. */
function lineToNpx(): string {
  const ids = [process.ppid];
  for (let pid = process.ppid; ids.length <= GENERATIONS_MAX; ) {
    const [, name = 'npm', parent = '0'] = /^\d+ \((.*)\) \S (\d+)/s.exec(statusOf(pid)) ?? [];
    if (name.startsWith('npm')) break;
    pid = Number(parent);
    ids.push(pid);
  }
  return ids.join(' ');
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return '';
  }
}

/** Abort reason: a stop was requested. */
export class StoppedFault extends Fault {
  override readonly message = 'Stopped on request.';
}

/** Resolves when a stop is requested. */
export function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return Promise.resolve();
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
}
