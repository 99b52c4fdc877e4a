import { Worker } from 'node:worker_threads';
import type { ServedFile } from './served-file.ts';

/** Timeout of making all pages, which takes a second or two. */
const MADE_WITHIN_MS = 120_000;

type Files = ReadonlyMap<string, ServedFile>;
let made: Promise<Files> | undefined;

/**
 * A file of the manual; undefined if there is none of this name. In a clone the first request makes all pages, in a
 * thread, because a Kite may fly meanwhile. The npm package has them as files. @throws if they cannot be made
 */
export async function manualFile(name: string): Promise<ServedFile | undefined> {
  made ??= makeInThread();
  try {
    return (await made).get(name);
  } catch (error) {
    made = undefined;
    throw error;
  }
}

async function makeInThread(): Promise<Files> {
  const thread = new Worker(new URL('./manual-thread.ts', import.meta.url));
  const timeout = AbortSignal.timeout(MADE_WITHIN_MS);
  try {
    return await new Promise<Files>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      timeout.addEventListener('abort', () => reject(timeout.reason));
    });
  } finally {
    await thread.terminate();
  }
}
