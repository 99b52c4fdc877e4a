import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { ConsoleUnderTest } from '../test/support/console-page.ts';

/*
 * node scripts/node.mjs packages/console/page/look/manual-picture.ts [FILE.png]: flies a station by day, points its camera at the
 * fire, and takes the picture of the console that the README shows. Needs ffmpeg, which reduces the colours.
 */
const [file = 'docs/pictures/console.png'] = process.argv.slice(2);
/** The town of the scene has its sun in the south-east then. */
const HOUR_UTC = 10;
const DAY_S = 86_400;
const ALTITUDE_M = 35;
const FIRE = { pan_ned: 32, tilt_ned: 12 };
/** Enough for the climb, and for a ten-minute plot with something in it. */
const FLIGHT_S = 240;
/** The picture on the page becomes fluent. */
const SETTLED_MS = 15_000;
const COLOURS = 240;

const folder = mkdtempSync(join(tmpdir(), 'kitestring-picture-'));
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
  const post = async (path: string, body: object = {}) => {
    const response = await fetch(`${station.url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const advance = (seconds: number) => post('sim/v1/clock/advance', { seconds });
  const sinceMidnightS = (Date.now() / 1000) % DAY_S;
  await advance(Math.round((HOUR_UTC * 3600 - sinceMidnightS + DAY_S) % DAY_S));
  await post('api/v1/flight/control/take_off');
  await advance(30);
  await post('api/v1/flight/control/altitude', { altitude: ALTITUDE_M });
  await advance(30);
  await post('api/v1/camera/control/rotate_to_angle', FIRE);
  await advance(FLIGHT_S);
  const page = await console_.open();
  await page.waitForTimeout(SETTLED_MS);
  const whole = join(folder, 'whole.png');
  await page.screenshot({ path: whole });
  const fewer = `split[a][b];[a]palettegen=max_colors=${COLOURS}[p];[b][p]paletteuse=dither=none`;
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', whole, '-vf', fewer, file]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
