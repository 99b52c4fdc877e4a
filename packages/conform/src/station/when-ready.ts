import { setTimeout as sleep } from 'node:timers/promises';
import { NotApplicable } from '../check.ts';
import type { Answer } from '../link/answer.ts';

/** Video or recorder do not answer, or have no data yet. */
const NOT_READY = [502, 503];
const TRIES = 10;
const AGAIN_MS = 1000;

/**
 * Asks what video or a recorder must answer, and again where these are not ready: they have just been started, or the
 * machine is busy.
 * @param hasVideo whether the station lists streams; without them nothing becomes ready
 * @throws NotApplicable if they stay so
 */
export async function whenReady(ask: () => Promise<Answer>, hasVideo = true): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (!NOT_READY.includes(answer.status)) return answer;
    if (tries === TRIES || !hasVideo) throw new NotApplicable(`video does not answer now (${answer.status})`);
    await sleep(AGAIN_MS);
  }
}
