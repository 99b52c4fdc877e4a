import type { Platform } from './platform.ts';

/** Waits. @throws the reason of `signal` */
export function pause(platform: Pick<Platform, 'schedule'>, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = platform.schedule(delayMs, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
