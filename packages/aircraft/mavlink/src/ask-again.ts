import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';

/** Pauses before each further attempt. A bad line loses requests, and a part may start later than the autopilot. */
const PAUSES_S = [5, 10, 20, 40];

/** Asks until there is an answer, a few times. @returns undefined where none came, or when it has ended */
export async function askAgain<Answer>(
  clock: Clock,
  isEnded: () => boolean,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  let answer = await ask();
  for (const pauseS of PAUSES_S) {
    if (answer !== undefined || isEnded()) break;
    await new Promise<void>((resolve) => clock.schedule(clock.nowUs() + pauseS * US_PER_S, () => resolve()));
    if (!isEnded()) answer = await ask();
  }
  return isEnded() ? undefined : answer;
}
