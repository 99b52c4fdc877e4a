import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { groundSheet } from '../src/ground/ground-sheet.ts';
import { sunShade } from '../src/ground/sun-shade.ts';
import { makeFrame } from '../src/raster/canvas.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY } from '../src/render/conditions.ts';
import { daylightAt } from '../src/sky/daylight.ts';
import { buildWorld } from '../src/world/world.ts';
import { randomPoses } from './random-poses.ts';

const [WIDTH, HEIGHT] = [480, 270];
const LENS = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const DOWN: CameraPose = { eastM: 0, northM: 0, upM: 45, panDeg: 0, tiltDeg: 90, rollDeg: 0, zoom: 1 };
const CONDITIONS = { ...CLEAR_DAY, tether: [] };
const world = buildWorld(7);

function lumaFrom(renderer: ColourRenderer, pose: CameraPose, unixMs = CONDITIONS.unixMs): Uint8Array {
  const frame = makeFrame(WIDTH, HEIGHT);
  renderer.draw(frame, pose, LENS, { ...CONDITIONS, unixMs });
  return frame.luma;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the ground', () => {
  it('looks the same after so many other places that all of it had to be painted anew', () => {
    const renderer = new ColourRenderer(world, WIDTH, HEIGHT);
    const first = lumaFrom(renderer, DOWN);
    for (const pose of randomPoses(3, 40)) lumaFrom(renderer, pose);
    assert.deepEqual(lumaFrom(renderer, DOWN), first);
  });

  it('is much the same when it is painted in tiles of another size', () => {
    const renderer = new ColourRenderer(world, WIDTH, HEIGHT);
    const wide = lumaFrom(renderer, DOWN);
    const near = lumaFrom(renderer, { ...DOWN, zoom: 2 });
    // Half of the picture fills all of it at zoom 2; angles divide, so that the middle is compared only.
    for (const [x, y] of [
      [0, 0],
      [40, 0],
      [0, 30],
      [-36, -24],
    ] as const) {
      const patch = (luma: Uint8Array, scale: number, half: number) => {
        const values: number[] = [];
        for (let row = -half; row <= half; row += 1) {
          for (let column = -half; column <= half; column += 1) {
            values.push(luma[(HEIGHT / 2 + y * scale + row) * WIDTH + WIDTH / 2 + x * scale + column] ?? 0);
          }
        }
        return mean(values);
      };
      assert.ok(Math.abs(patch(wide, 1, 4) - patch(near, 2, 8)) < 12, `${patch(wide, 1, 4)} ${patch(near, 2, 8)}`);
    }
  });

  it('is darker where something stands between it and the sun, and shadows go with the sun', () => {
    const sheet = groundSheet(world, 'colour');
    const { headingRad } = world.grid;
    const shadeAt = (unixMs: number) => {
      const { latitudeDeg, longitudeDeg, cloudCover } = CONDITIONS;
      const day = daylightAt(unixMs, latitudeDeg, longitudeDeg, cloudCover);
      return sunShade(day, Math.cos(headingRad), Math.sin(headingRad));
    };
    const [noon, evening] = [CONDITIONS.unixMs, CONDITIONS.unixMs + 3 * 3_600_000];
    const renderer = new ColourRenderer(world, WIDTH, HEIGHT);
    const [atNoon, later] = [lumaFrom(renderer, DOWN, noon), lumaFrom(renderer, DOWN, evening)];
    const [gone, come]: [number[], number[]] = [[], []];
    for (let y = 4; y < HEIGHT - 4; y += 3) {
      for (let x = 4; x < WIDTH - 4; x += 3) {
        if (renderer.depthAt(x, y) !== undefined) continue;
        const { focalX, focalY, centreX, centreY } = renderer.view;
        const east = ((x + 0.5 - centreX) / focalX) * DOWN.upM;
        const north = (-(y + 0.5 - centreY) / focalY) * DOWN.upM;
        const [was, is] = [noon, evening].map((unixMs) => sheet.mask.isShaded(east, north, shadeAt(unixMs)));
        const change = (later[y * WIDTH + x] ?? 0) - (atNoon[y * WIDTH + x] ?? 0);
        if (was && !is) gone.push(change);
        if (is && !was) come.push(change);
      }
    }
    assert.ok(gone.length > 20 && come.length > 20, `${gone.length} ${come.length}`);
    assert.ok(mean(gone) > 15 && mean(come) < -15, `${mean(gone)} ${mean(come)}`);
  });
});
