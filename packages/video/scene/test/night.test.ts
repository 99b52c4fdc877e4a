import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import { makeFrame } from '../src/raster/canvas.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY } from '../src/render/conditions.ts';
import { buildWorld } from '../src/world/world.ts';

const [WIDTH, HEIGHT] = [320, 180];
const LENS = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const NIGHT_MS = Date.UTC(2026, 5, 12, 22, 30);
const world = buildWorld(7);

/** Means of luma and Cb around a place, straight down from 30 m. */
function meansAt(renderer: ColourRenderer, eastM: number, northM: number, unixMs: number) {
  const frame = makeFrame(WIDTH, HEIGHT);
  const pose = { eastM, northM, upM: 30, panDeg: 0, tiltDeg: 90, rollDeg: 0, zoom: 4 };
  renderer.draw(frame, pose, LENS, { ...CLEAR_DAY, unixMs, tether: [] });
  const mean = (plane: Uint8Array) => plane.reduce((sum, value) => sum + value, 0) / plane.length;
  return { luma: mean(frame.luma), cb: mean(frame.cb) };
}

describe('by night', () => {
  const renderer = new ColourRenderer(world, WIDTH, HEIGHT);
  const nightShare = (eastM: number, northM: number) =>
    meansAt(renderer, eastM, northM, NIGHT_MS).luma / meansAt(renderer, eastM, northM, CLEAR_DAY.unixMs).luma;

  it('lamps and the fire light the ground near them, and none the fields', () => {
    const dark = nightShare(700, -900);
    const street = world.lights.lamps.find(({ look }) => look === 'street');
    assert.ok(street !== undefined);
    const { eastM, northM } = world.fire;
    const sin = Math.sin(world.fire.headingRad);
    const cos = Math.cos(world.fire.headingRad);
    for (const [name, east, north] of [
      ['lamp', street.eastM, street.northM],
      ['fire', eastM + 16 * sin, northM - 16 * cos],
    ] as const) {
      const share = nightShare(east, north);
      assert.ok(share > 2 * dark, `${name}: ${share}, fields ${dark}`);
    }
  });

  it('beacons of the fire engines flash blue', () => {
    const lamp = world.lights.lamps.find(({ look }) => look === 'beacon');
    assert.ok(lamp !== undefined);
    const blue = Array.from(
      { length: 12 },
      (_, at) => meansAt(renderer, lamp.eastM, lamp.northM, NIGHT_MS + 80 * at).cb,
    );
    assert.ok(Math.max(...blue) > Math.min(...blue) + 0.5, `${blue}`);
  });
});
