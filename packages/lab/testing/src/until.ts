import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/**
 * Pause between two tries: a twentieth of the time waited, so that a long wait costs little and ends soon after the
 * event.
 */
const REST_MS = { least: 20, most: 100 };
const DEADLINE_MS = 180_000;

type Missing = undefined | null | false;

/**
 * Polls for a condition that sends no event: figures of another process, a file, a picture on a page. It pauses between
 * tries, because a loop without a pause takes a core from the process that it waits for.
 * @param what named in the error when time is up
 * @param deadlineMs three minutes by default, for conditions that take seconds on a quiet machine
 * @returns the first value that is neither undefined, nor null, nor false
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

/**
 * Reads until the value equals the expected one.
 * @throws AssertionError with the message and the difference, when time is up
 */
export async function becomes<T>(
  read: () => Promise<T> | T,
  expected: T,
  message?: string,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const beganMs = performance.now();
  for (;;) {
    const found = await read();
    if (isDeepStrictEqual(found, expected)) return;
    if (performance.now() > beganMs + deadlineMs) {
      const named = message === undefined ? {} : { message };
      throw new assert.AssertionError({ actual: found, expected, operator: 'deepStrictEqual', ...named });
    }
    await rest(beganMs);
  }
}

function rest(beganMs: number): Promise<void> {
  const ms = Math.min(Math.max((performance.now() - beganMs) / 20, REST_MS.least), REST_MS.most);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
