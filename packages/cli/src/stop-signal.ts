import { constants } from 'node:os';

/**
 * One key press of Ctrl-C arrives several times: the terminal sends it to the command, the launcher and npm, which pass
 * it on. Within this time it counts as one.
 */
const SAME_REQUEST_MS = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts at the first stop request: a signal, or the channel of the launcher that closes when it is killed. A second
 * signal ends the process at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let firstAtMs: number | undefined;
  const request = (signal: (typeof SIGNALS)[number]) => {
    firstAtMs ??= performance.now();
    if (performance.now() - firstAtMs > SAME_REQUEST_MS) process.exit(128 + constants.signals[signal]);
    stop.abort(new Stopped());
  };
  for (const signal of SIGNALS) process.on(signal, () => request(signal));
  process.on('disconnect', () => stop.abort(new Stopped()));
  // The listener must not keep the process alive.
  process.channel?.unref();
  return stop.signal;
}

/** Abort reason: a stop was requested. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  override readonly message = 'Stopped on request.';
}

/** Resolves when a stop is requested. */
export function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return Promise.resolve();
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
}
