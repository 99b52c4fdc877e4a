import { setTimeout as sleep } from 'node:timers/promises';
import type { StationUnderTest } from './station-under-test.ts';

export type State = Readonly<Record<string, unknown>>;

const POLL_MS = 40;
/** Beside the station's own time: a busy machine or network. */
const GRACE_MS = 5000;

/**
 * Reads a state until it is as wanted.
 * @param withinS seconds of the station's time
 * @returns the last state, and whether it is as wanted
 */
export async function stateWithin(
  station: StationUnderTest,
  id: string,
  withinS: number,
  isWanted: (state: State) => boolean,
  params: Readonly<Record<string, string>> = {},
): Promise<{ readonly state: State; readonly isThere: boolean; readonly seen: readonly State[] }> {
  const endMs = performance.now() + (withinS * 1000) / station.speed + GRACE_MS;
  const seen: State[] = [];
  for (;;) {
    const state = await station.read(id, params);
    seen.push(state);
    if (isWanted(state)) return { state, isThere: true, seen };
    if (performance.now() > endMs) return { state, isThere: false, seen };
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
