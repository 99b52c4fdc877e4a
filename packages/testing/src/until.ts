import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Rest between two looks: a twentieth of the time waited, so that a long wait takes little from what it waits for, and ends hardly later. */
const REST_MS = { least: 20, most: 100 };
const DEADLINE_MS = 180_000;

type Missing = undefined | null | false;

/**
 * Looks again and again for what sends no event: the figures of another process, a file, a picture on a page. It rests between two looks, for a
 * loop without rest takes a core away from what it waits for.
 * @param what named where it is not there in time
 * @param deadlineMs three minutes when absent, for what takes seconds on a quiet machine
 * @returns the first that is neither undefined, nor null, nor false
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | Missing> | T | Missing,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const beganMs = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > beganMs + deadlineMs) throw new Error(`timed out waiting for ${what}`);
    await rest(beganMs);
  }
}

/** Reads again and again until that is what is there; fails where it does not come to it in time, with the difference or the message. */
export async function becomes<T>(read: () => Promise<T> | T, expected: T, message?: string): Promise<void> {
  const beganMs = performance.now();
  for (;;) {
    const found = await read();
    if (isDeepStrictEqual(found, expected)) return;
    if (performance.now() > beganMs + DEADLINE_MS)
      assert.deepEqual(found, expected, message === undefined ? undefined : new Error(message));
    await rest(beganMs);
  }
}

function rest(beganMs: number): Promise<void> {
  const ms = Math.min(Math.max((performance.now() - beganMs) / 20, REST_MS.least), REST_MS.most);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
