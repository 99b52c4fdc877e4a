import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { CameraFollow } from '@kitestring/station-contract/station/camera-follow.ts';
import { FlownStation } from '../support/flown-station.ts';

const FOLLOW = '/station/v1/camera-follow';
const page = readFileSync(join(import.meta.dirname, '../../../../../docs/integrator/detectors.md'), 'utf8');
/** Target of the second example of the page, 100 m from the station. */
const [, example = ''] = /--data '(\{"point".*)'/.exec(page) ?? [];
/** Two pixels of a picture of 1280 at zoom 1. */
const TWO_PIXELS_DEG = 0.2;

/** Largest of 95 % of the errors that the station reports in this time, degrees. */
async function errorDeg(flown: FlownStation, seconds: number): Promise<number> {
  const errors: number[] = [];
  for (let step = 0; step < seconds * 2; step += 1) {
    flown.advance(0.5);
    const { error, state } = (await flown.client.get(FOLLOW)).body as CameraFollow;
    assert.equal(state, 'following');
    errors.push(error ?? Number.POSITIVE_INFINITY);
  }
  return errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.95)] ?? Number.NaN;
}

describe('the example of a follow', () => {
  for (const [name, simulation, gustMps] of [
    ['calm air', { windSpeedMps: 0, turbulence: 'none' }, 0],
    ['a gust', {}, 5],
  ] as const)
    it(`keeps the camera on the position to two pixels, in ${name}`, async () => {
      await using flown = await FlownStation.at(40, { simulation });
      assert.equal(await flown.command(FOLLOW, JSON.parse(example) as object), '200');
      flown.advance(8);
      if (gustMps > 0) flown.fault({ type: 'wind_gust', parameters: { peak_mps: gustMps, hold_s: 8 } });
      const got = await errorDeg(flown, 30);
      assert.ok(got < TWO_PIXELS_DEG, `${got} degrees`);
      assert.equal(await flown.command('camera/control/rotate_by_angle', { tilt: 5 }), '202');
      const { ended_by, state } = (await flown.client.get(FOLLOW)).body as CameraFollow;
      assert.deepEqual([state, ended_by], ['off', 'camera_moved']);
    });
});
