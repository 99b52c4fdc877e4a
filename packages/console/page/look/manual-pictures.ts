import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import type { Page } from 'playwright-core';
import { ConsoleUnderTest } from '../test/support/console-page.ts';

/*
 * node scripts/node.mjs packages/console/page/look/manual-pictures.ts [FOLDER]: flies a station by day and takes the pictures of the
 * README and of the operator's pages, and the film of a take-off. Needs ffmpeg, which reduces the colours and encodes the film.
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
const COLOURS = 240;
const PHONE = { width: 390, height: 844 };
/** A film of 90 s, shown five times as fast. */
const FILM_MS = 90_000;
const FILM_TIMES = 5;
/** Orders of the film, by the time at which they are given. */
const FILM_ORDERS: readonly (readonly [atMs: number, path: string, body?: object])[] = [
  [4_000, 'api/v1/flight/control/take_off'],
  [28_000, 'api/v1/flight/control/altitude', { altitude: ALTITUDE_M }],
  [45_000, 'api/v1/camera/control/rotate_to_angle', { pan_ned: 60, tilt_ned: 20 }],
  [62_000, 'api/v1/camera/control/rotate_to_angle', FIRE],
];

const folder = mkdtempSync(join(tmpdir(), 'kitestring-pictures-'));
const ffmpeg = (...args: readonly string[]) => promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args]);

/** @param name without `.png` */
async function picture(page: Page, name: string): Promise<void> {
  const whole = join(folder, `${name}.png`);
  await page.screenshot({ path: whole });
  const fewer = `split[a][b];[a]palettegen=max_colors=${COLOURS}[p];[b][p]paletteuse=dither=none`;
  await ffmpeg('-i', whole, '-vf', fewer, join(to, `${name}.png`));
  console.log(`${name}.png`);
}

/** Pictures of the page as they come, each with its time, as one film. */
async function film(page: Page, order: (path: string, body?: object) => Promise<void>): Promise<void> {
  const begin = performance.now();
  const since = () => performance.now() - begin;
  const orders = [...FILM_ORDERS];
  const times: number[] = [];
  while (since() < FILM_MS) {
    const next = orders[0];
    if (next !== undefined && since() >= next[0]) await order(next[1], orders.shift()?.[2]);
    await page.screenshot({ path: join(folder, `film-${times.length}.jpg`), type: 'jpeg', quality: 90 });
    times.push(since());
  }
  const list = times.map((time, index) => {
    const shownS = ((times[index + 1] ?? FILM_MS) - time) / 1000 / FILM_TIMES;
    return `file film-${index}.jpg\nduration ${shownS.toFixed(3)}\n`;
  });
  writeFileSync(join(folder, 'film.txt'), list.join(''));
  const input = ['-f', 'concat', '-i', join(folder, 'film.txt'), '-vf', 'scale=960:-2,fps=10'];
  await ffmpeg(...input, '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '38', '-an', join(to, 'first-flight.webm'));
  console.log(`first-flight.webm of ${times.length} pictures`);
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
  await page.waitForTimeout(SETTLED_MS);
  await picture(page, 'before-take-off');
  await page.getByText('Preflight checks').first().click();
  await film(page, post);
  await advance(FLIGHT_S);
  await page.waitForTimeout(SETTLED_MS);
  await picture(page, 'console');
  await page.keyboard.press('m');
  await page.waitForTimeout(SETTLED_MS);
  await picture(page, 'large-map');
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Temperatures' }).click();
  await page.waitForTimeout(SETTLED_MS);
  await picture(page, 'temperatures');
  await console_.closePages();

  const phone = await console_.open({ viewport: PHONE, hasTouch: true });
  await phone.waitForTimeout(SETTLED_MS);
  await picture(phone, 'phone');
  await console_.closePages();

  const alarmed = await console_.open();
  await post('sim/v1/faults', { type: 'main_power_loss' });
  await alarmed.waitForTimeout(SETTLED_MS);
  await picture(alarmed, 'alarm');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
