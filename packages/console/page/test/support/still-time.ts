import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Page } from 'playwright-core';

/** A page counts a lease of control in real time, longer where the station is slow: here 100 s. */
export const LEASE_SPEED = 0.1;
const STEP_S = 1;
const STEPS_MAX = 600;

/** Lets the time of a station that stands pass in steps, however long the machine takes for each, until its flight is so. */
export const flightPasses = (client: KitestringClient, isSo: (state: FlightState) => boolean): Promise<FlightState> =>
  passUntil(client, () => client.flight.getFlightState(), isSo);

/** The same, until its camera is so. */
export const cameraPasses = (client: KitestringClient, isSo: (state: CameraState) => boolean): Promise<CameraState> =>
  passUntil(client, () => client.camera.getCameraState(), isSo);

async function passUntil<State>(
  { sim }: KitestringClient,
  read: () => Promise<State>,
  isSo: (state: State) => boolean,
): Promise<State> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const state = await read();
    if (isSo(state)) return state;
    await sim.advanceClock({ seconds: STEP_S });
  }
  throw new Error(`not so after ${STEPS_MAX * STEP_S} s: ${JSON.stringify(await read())}`);
}

/** From here on control lasts until it is given up or taken: longer than a busy machine lets a page or the station stand. */
export const leasesLast = ({ sim }: Pick<KitestringClient, 'sim'>) =>
  sim.setClock({ paused: true, speed: LEASE_SPEED });

/** From here on the time of a page, whose clock has been installed, passes only when it is told to. */
export async function stopClock(page: Page): Promise<void> {
  await until('a paused page', async () => {
    const nowMs = await page.evaluate(() => Date.now());
    // It refuses a moment that has passed meanwhile.
    return page.clock.pauseAt(nowMs + 2000).then(
      () => true,
      () => false,
    );
  });
}

/** How long a page says that a picture or a recording has been saved. */
const NOTICE_MS = 8000;

/** From here on a page says so until something else is saved: a busy machine may look later than that. */
export const noticesStay = async (page: Page): Promise<void> => void (await timersStay(page, NOTICE_MS));

/** From here on timers of this length wait in a page. @returns what lets them end */
export async function timersStay(page: Page, lengthMs: number): Promise<() => Promise<void>> {
  const end = await page.evaluateHandle((stayingMs) => {
    const { setTimeout } = globalThis;
    const ends: (() => void)[] = [];
    const staying = (run: () => void) => {
      ends.push(run);
      return 0;
    };
    const lasting = (run: () => void, ms?: number) => (ms === stayingMs ? staying(run) : setTimeout(run, ms));
    Object.assign(globalThis, { setTimeout: lasting });
    return () => {
      Object.assign(globalThis, { setTimeout });
      for (const run of ends) run();
    };
  }, lengthMs);
  return () => end.evaluate((run) => run());
}
