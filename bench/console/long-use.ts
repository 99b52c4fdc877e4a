import { DutyPage } from '../duty/duty-page.ts';
import { type BenchRow, figure } from '../result.ts';
import type { FlownConsole } from './flown-console.ts';

const USE_MIN = 20;
/** Speed of station time, at which days and flights come as often as in real use. */
const SPEED = 20;
/** Warm-up: everything was opened once, and all code is compiled. */
const WARM_UP_ROUNDS = 3;
const ROUNDS_MIN = 12;
const SECTIONS = ['Notifications', 'Recordings', 'Pins', 'Control', 'System', 'Simulator', 'Help'] as const;
const MB = 1e6;

/**
 * Heap growth of a page in 20 minutes of a flight with live video, after a forced collection at both ends. Station time
 * and use are twenty times as fast: everything that a person opens, drags and closes in that time happens in one
 * minute.
 */
export async function benchLongUse(flown: FlownConsole): Promise<BenchRow[]> {
  const { client, page } = flown;
  const weighed = new DutyPage('in use', page);
  await client.sim.setClock({ speed: SPEED });
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await useOnce(flown);
  const before = await weighed.weigh();
  const stationMs = async () => Date.parse((await client.sim.getClock()).time);
  const beganMs = await stationMs();
  let rounds = 0;
  let passedMs = 0;
  while (rounds < ROUNDS_MIN || passedMs < USE_MIN * 60_000) {
    await useOnce(flown);
    rounds += 1;
    passedMs = (await stationMs()) - beganMs;
  }
  const after = await weighed.weigh();
  await client.sim.setClock({ speed: 1 });
  return [
    figure(
      `console: heap that a page gains in ${USE_MIN} minutes of station time in use, after a forced collection`,
      ((after.heapMib - before.heapMib) * 2 ** 20) / MB,
      'MB',
      {
        atMost: 2,
        note: `${before.heapMib.toFixed(1)} MiB before; ${rounds} rounds of use in ${(passedMs / 60_000).toFixed(0)} min; ${after.nodes - before.nodes} nodes more of ${before.nodes}`,
      },
    ),
  ];
}

/**
 * Opens every section, the settings and both spans of the plots, drags, zooms, changes streams, and locates a place.
 */
async function useOnce({ page, picture }: FlownConsole): Promise<void> {
  for (const name of SECTIONS) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await page.getByRole('region', { name, exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  for (const name of ['8 h', '10 min']) await page.getByRole('button', { name, exact: true }).click();
  const from = await picture.place({ x: 0.5, y: 0.5 });
  const to = await picture.place({ x: 0.6, y: 0.55 });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await page.mouse.move(from.x, from.y, { steps: 10 });
  await page.mouse.up();
  for (const deltaY of [-200, 200]) await page.mouse.wheel(0, deltaY);
  const pin = page.getByRole('button', { name: 'Where is that?', exact: true });
  await pin.click();
  await page.mouse.click(from.x, from.y + 40);
  await pin.click();
}
