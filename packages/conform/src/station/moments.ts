import { setTimeout as sleep } from 'node:timers/promises';
import { GRACE_MS, type StationUnderTest } from './station-under-test.ts';

export type State = Readonly<Record<string, unknown>>;

const POLL_MS = 40;

/**
 * Reads a state until it is as wanted.
 * @param withinS seconds of the station's clock, which a busy machine may slow down; of ours, where it stands still
 * @returns the last state, and whether it is as wanted
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
 * Does what must happen within a time of the station, and again where this machine was too slow for it.
 * @returns undefined where it was too slow each time
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
