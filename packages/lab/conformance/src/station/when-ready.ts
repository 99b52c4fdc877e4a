import { setTimeout as sleep } from 'node:timers/promises';
import { NotApplicableFault } from '../check.ts';
import type { Answer } from '../link/answer.ts';

/** Video or recorder do not answer, or have no data yet. */
const NOT_READY = [502, 503];
const AGAIN_MS = 1000;
/** Longest wait for video, for all checks of one station together. */
const WAIT_MAX_MS = 30_000;
const waitedMs = new WeakMap<object, number>();

/**
 * Asks what video or a recorder must answer, and again where these are not ready: they have just been started, or the
 * machine is busy.
 * @param station the station under test, whose checks share the time to wait
 * @param hasVideo whether the station lists streams; without them nothing becomes ready
 * @throws NotApplicableFault if they stay so
 */
export async function whenReady(station: object, ask: () => Promise<Answer>, hasVideo = true): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!NOT_READY.includes(answer.status)) return answer;
    const waited = waitedMs.get(station) ?? 0;
    if (waited >= WAIT_MAX_MS || !hasVideo)
      throw new NotApplicableFault(`video does not answer now (${answer.status})`);
    waitedMs.set(station, waited + AGAIN_MS);
    await sleep(AGAIN_MS);
  }
}
