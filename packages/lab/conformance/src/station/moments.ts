import { setTimeout as sleep } from 'node:timers/promises';
import { GRACE_MS, type StationUnderTest } from './station-under-test.ts';

export type State = Readonly<Record<string, unknown>>;

const POLL_MS = 40;

/**
 * Reads a state until it satisfies the condition.
 * @param withinS station seconds, which a busy machine may slow down; real seconds if the clock is paused
 * @returns the last state, and whether it satisfies the condition
 */
export async function stateWithin(
  station: StationUnderTest,
  id: string,
  withinS: number,
  isWanted: (state: State) => boolean,
): Promise<{ readonly state: State; readonly isThere: boolean; readonly seen: readonly State[] }> {
  const [beganS, beganMs] = [await station.nowS(), performance.now()];
  const seen: State[] = [];
  for (;;) {
    const state = await station.read(id);
    seen.push(state);
    if (isWanted(state)) return { state, isThere: true, seen };
    const ourS = (performance.now() - beganMs - GRACE_MS) / 1000;
    const isOver = ourS * station.speed > withinS && (ourS > withinS || (await station.nowS()) - beganS > withinS);
    if (isOver) return { state, isThere: false, seen };
    await sleep(POLL_MS);
  }
}

const TRIES = 5;

/**
 * Runs an action that must complete within a station time, and repeats it if this machine was too slow.
 * @returns undefined if it was too slow each time
 */
export async function quickly<T>(
  station: StationUnderTest,
  withinS: number,
  act: () => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const beganS = await station.nowS();
    const result = await act();
    if ((await station.nowS()) - beganS <= withinS) return result;
  }
  return undefined;
}
