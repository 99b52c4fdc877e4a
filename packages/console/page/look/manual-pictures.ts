import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import type { Page } from 'playwright-core';
import { ConsoleUnderTest } from '../test/support/console-page.ts';

/*
 * node scripts/node.mjs packages/console/page/look/manual-pictures.ts [FOLDER]: flies a station by day and takes the pictures of the
 * README and of the operator's pages, and the film of a take-off. Needs ffmpeg, which encodes pictures and film.
 */
const [to = 'docs/pictures'] = process.argv.slice(2);
/** The town of the scene has its sun in the south-east then. */
const HOUR_UTC = 10;
const DAY_S = 86_400;
const ALTITUDE_M = 35;
const FIRE = { pan_ned: 32, tilt_ned: 12 };
/** Enough for a ten-minute plot with something in it. */
const FLIGHT_S = 240;
/** The picture on the page becomes fluent. */
const SETTLED_MS = 15_000;
/** A page with one picture loads less than 100 kB. */
const QUALITY = '65';
const PHONE = { width: 390, height: 844 };
/** Station time between two pictures of the film, and how many of them are shown in a second: a busy machine makes the same film. */
const STEP_S = 0.5;
const FILM_RATE = 10;
const FILM_STEPS = 170;
/** The page draws a step, and the camera its picture. */
const DRAWN_MS = 350;
/** Orders of the film, by the step before which they are given. */
const FILM_ORDERS: ReadonlyMap<number, readonly [path: string, body?: object]> = new Map([
  [6, ['api/v1/flight/control/take_off']],
  [50, ['api/v1/flight/control/altitude', { altitude: ALTITUDE_M }]],
  [90, ['api/v1/camera/control/rotate_to_angle', { pan_ned: 60, tilt_ned: 20 }]],
  [125, ['api/v1/camera/control/rotate_to_angle', FIRE]],
]);

const folder = mkdtempSync(join(tmpdir(), 'kitestring-pictures-'));
const ffmpeg = (...args: readonly string[]) => promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args]);

/** A busy machine may need a while for the picture. */
async function live(page: Page): Promise<void> {
  for (const text of ['Video frozen for', 'Connecting to the camera']) {
    await page.getByText(text).first().waitFor({ state: 'hidden' });
  }
}

/** @param name without `.webp` */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  await live(page);
  const whole = join(folder, `${name}.png`);
  await page.screenshot({ path: whole });
  await ffmpeg('-i', whole, '-c:v', 'libwebp', '-quality', QUALITY, join(to, `${name}.webp`));
  console.log(`${name}.webp`);
}

/** A picture of the page for each step of station time, as one film. */
async function film(page: Page, post: (path: string, body?: object) => Promise<void>): Promise<void> {
  await post('sim/v1/clock', { paused: true });
  for (let step = 0; step < FILM_STEPS; step += 1) {
    const order = FILM_ORDERS.get(step);
    if (order !== undefined) await post(...order);
    await post('sim/v1/clock/advance', { seconds: STEP_S });
    await page.waitForTimeout(DRAWN_MS);
    await live(page);
    await page.screenshot({ path: join(folder, `film-${step}.jpg`), type: 'jpeg', quality: 90 });
  }
  await post('sim/v1/clock', { paused: false });
  const input = ['-framerate', String(FILM_RATE), '-i', join(folder, 'film-%d.jpg'), '-vf', 'scale=960:-2'];
  await ffmpeg(...input, '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '38', '-an', join(to, 'first-flight.webm'));
  console.log('first-flight.webm');
}

try {
  await using console_ = await ConsoleUnderTest.start({
    flags: ['--sim-camera-model', 'Camera 2nd Generation IR Plus'],
    env: {
      ...WIDE_LIMITS,
      KITESTRING_VIDEO_ENABLED: 'true',
      KITESTRING_VIDEO_RTSP_PORT: '0',
      KITESTRING_VIDEO_RTSPS_PORT: '0',
    },
  });
  const { station } = console_;
  const headers = { authorization: `Bearer ${await station.token()}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object = {}): Promise<void> => {
    const response = await fetch(`${station.url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const advance = (seconds: number) => post('sim/v1/clock/advance', { seconds });
  const sinceMidnightS = (Date.now() / 1000) % DAY_S;
  await advance(Math.round((HOUR_UTC * 3600 - sinceMidnightS + DAY_S) % DAY_S));

  const page = await console_.open();
  await page.getByText('Preflight checks').first().click();
  await picture(page, 'before-take-off');
  await page.getByText('Preflight checks').first().click();
  await film(page, post);
  await advance(FLIGHT_S);
  await picture(page, 'console');
  await page.keyboard.press('m');
  await picture(page, 'large-map');
  await page.keyboard.press('m');
  await page.getByText('Thermal', { exact: true }).click();
  await page.getByRole('button', { name: 'Temperatures' }).click();
  await picture(page, 'temperatures');
  await console_.closePages();

  const phone = await console_.open({ viewport: PHONE, hasTouch: true });
  await picture(phone, 'phone');
  await console_.closePages();

  const alarmed = await console_.open();
  await post('sim/v1/faults', { type: 'main_power_loss' });
  await picture(alarmed, 'alarm');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
