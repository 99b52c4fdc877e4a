import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { GpsConstellation } from './gps-constellation.ts';
import { GpsSky } from './gps-sky.ts';

const MASK_DEG = 10;
const SKY = new GpsConstellation(47.4, 8.5, true);
const skyOf = (sky: ParameterOverrides['sky'] = {}, seed = 1) =>
  new GpsSky(parametersWith({ sky }).sky, MASK_DEG, SKY.size, randomStream(seed, 'gps sky'), 1);
const count = (seen: Uint8Array) => seen.reduce((sum, one) => sum + one, 0);
describe('the sky over a receiver', () => {
  it('that is open shows all satellites above the mask, and none below', () => {
    const sky = skyOf();
    SKY.moveTo(5000);
    sky.look(SKY, 0);
    for (let index = 0; index < SKY.size; index += 1) {
      assert.equal(sky.seen[index] === 1, (SKY.up[index] ?? 0) >= Math.sin((MASK_DEG * Math.PI) / 180));
    }
    assert.equal(sky.coveredShare(0), 0);
  });

  it('between houses shows what stands along the street or above the roofs', () => {
    // 20 m houses 20 m apart: roofs at 63.4 degrees across the street, down to the horizon along it.
    const sky = skyOf({ roofM: 20, streetWidthM: 20, streetHeadingDeg: 0 });
    let seen = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      SKY.moveTo(3600 * hour);
      sky.look(SKY, 0);
      seen += count(sky.seen);
      for (let index = 0; index < SKY.size; index += 1) {
        const [east, up] = [SKY.east[index] ?? 0, SKY.up[index] ?? 0];
        const isOver = Math.atan2(up, Math.abs(east)) >= Math.atan(2) && up >= Math.sin((MASK_DEG * Math.PI) / 180);
        assert.equal(sky.seen[index] === 1, isOver);
      }
    }
    assert.ok(seen > 0);
  });

  it('turns with the street', () => {
    const [across, along] = [90, 270].map((streetHeadingDeg) => skyOf({ roofM: 20, streetHeadingDeg }));
    const crossing = skyOf({ roofM: 20, streetHeadingDeg: 0 });
    SKY.moveTo(5000);
    for (const sky of [across, along, crossing]) sky?.look(SKY, 0);
    assert.deepEqual(across?.seen, along?.seen);
    assert.notDeepEqual(across?.seen, crossing.seen);
  });

  it('is open above the roofs', () => {
    const [street, open] = [skyOf({ roofM: 20 }), skyOf()];
    SKY.moveTo(5000);
    street.look(SKY, 20);
    open.look(SKY, 0);
    assert.deepEqual(street.seen, open.seen);
    assert.equal(street.coveredShare(25), 0);
  });

  it('between houses is the slice that their roofs leave: 1 - 2 a / pi of it by solid angle', () => {
    near(skyOf({ roofM: 10, streetWidthM: 20 }).coveredShare(0), 0.5, 1e-12);
    near(skyOf({ roofM: 10, streetWidthM: 20 }).coveredShare(5), (2 * Math.atan(0.5)) / Math.PI, 1e-12);
  });

  it('under trees shows a satellite as often as its way is clear: exp(-way / mean free way)', () => {
    const sky = skyOf({ canopyM: 14, canopyClearM: 14 });
    SKY.moveTo(5000);
    const highest = SKY.up.reduce((best, up, index) => (up > (SKY.up[best] ?? 0) ? index : best), 0);
    let seen = 0;
    const looks = 200_000;
    for (let index = 0; index < looks; index += 1) {
      sky.look(SKY, 0);
      seen += sky.seen[highest] ?? 0;
    }
    // A gap lasts 30 s: 200,000 looks are 6,700 independent ones, whose share has a spread of 0.006.
    near(seen / looks, Math.exp(-1 / (SKY.up[highest] ?? 0)), 0.02);
    near(sky.coveredShare(0), 1 - Math.exp(-1), 1e-12);
  });
});
