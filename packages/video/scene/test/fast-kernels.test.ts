import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { makeFrame } from '../src/raster/canvas.ts';
import { bytesAt, MEMORY, PLACE, signedShortsAt, wordsAt } from '../src/raster/memory.ts';
import { inverseDepthAt, PLANES } from '../src/raster/planes.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY } from '../src/render/conditions.ts';
import { ThermalRenderer } from '../src/render/thermal-renderer.ts';
import { SceneRandom } from '../src/scene-random.ts';
import { copyFunction } from '../src/simd/copy-function.ts';
import { shiftFunction } from '../src/simd/shift-function.ts';
import { LIST_BYTES, LISTS } from '../src/simd/shutter-function.ts';
import { runnable } from '../src/wasm/program.ts';
import { buildWorld } from '../src/world/world.ts';
import { COLOUR_KERNELS, type RowShift, shiftedPixel, THERMAL_KERNELS } from './plain-kernels.ts';
import { randomPoses } from './random-poses.ts';

const SEED = Number(process.env.SCENE_SEED ?? 20_260_611);
/** Not a multiple of eight, so that every row ends within a group of pixels. */
const [WIDTH, HEIGHT] = [726, 410];
const COLOUR = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const THERMAL = lensOf('Camera 2nd Generation IR Plus', 'thermal') as Lens;
const STATION: CameraPose = { eastM: 0, northM: 0, upM: 42, panDeg: 32, tiltDeg: 14, rollDeg: 0, zoom: 1 };
const RANDOM_POSES = 12;
const POSES: readonly CameraPose[] = [
  ...randomPoses(SEED, RANDOM_POSES),
  // Texels are larger than pixels: they are blended.
  { ...STATION, panDeg: 250, tiltDeg: 9, zoom: 12 },
  { ...STATION, panDeg: 250, tiltDeg: 9, zoom: 32 },
  // Fire and smoke.
  { ...STATION, zoom: 2.5 },
  // The sky, and what is oblique.
  { ...STATION, tiltDeg: -8, rollDeg: 25 },
];
const DUSK = { ...CLEAR_DAY, unixMs: Date.UTC(2026, 5, 12, 19, 40), visibilityM: 2500 };

/** How many values differ. */
function different(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) count += 1;
  return count;
}

describe(`the fast kernels, from ${POSES.length} poses of seed ${SEED}`, () => {
  const world = buildWorld(7);
  const pixels = WIDTH * HEIGHT;
  const depths = () => Int32Array.from({ length: pixels }, (_, pixel) => inverseDepthAt(pixel));

  it('draw the same colours and depths as the plain ones', () => {
    const [fast, plain] = [makeFrame(WIDTH, HEIGHT), makeFrame(WIDTH, HEIGHT)];
    const fastRenderer = new ColourRenderer(world, WIDTH, HEIGHT);
    const plainRenderer = new ColourRenderer(world, WIDTH, HEIGHT, { kernels: COLOUR_KERNELS });
    for (const conditions of [CLEAR_DAY, DUSK]) {
      for (const [number, pose] of POSES.entries()) {
        // The random poses alternate: every second one by day, the others at dusk.
        if (number < RANDOM_POSES && (number % 2 === 0) !== (conditions === DUSK)) continue;
        fastRenderer.draw(fast, pose, COLOUR, conditions);
        const depth = depths();
        plainRenderer.draw(plain, pose, COLOUR, conditions);
        assert.deepEqual(
          [
            different(fast.luma, plain.luma),
            different(fast.cb, plain.cb),
            different(fast.cr, plain.cr),
            different(depth, depths()),
          ],
          [0, 0, 0, 0],
          `pose ${number}`,
        );
      }
    }
  });

  it('draw the same temperatures as the plain ones', () => {
    const fastRenderer = new ThermalRenderer(world, WIDTH, HEIGHT);
    const plainRenderer = new ThermalRenderer(world, WIDTH, HEIGHT, THERMAL_KERNELS);
    for (const [number, pose] of POSES.entries()) {
      fastRenderer.measure(pose, THERMAL, DUSK);
      const counts = PLANES.counts.slice(0, pixels);
      plainRenderer.measure(pose, THERMAL, DUSK);
      assert.equal(different(counts, PLANES.counts.subarray(0, pixels)), 0, `pose ${number}`);
    }
  });

  it('copy part of a plane, and at most fifteen bytes behind each row', () => {
    const { copy } = runnable<'copy'>(MEMORY, [copyFunction('copy')]);
    const [from, to] = [bytesAt(PLACE.luma, 500), bytesAt(PLACE.exposedLuma, 500)];
    for (let at = 0; at < 500; at += 1) [from[at], to[at]] = [1 + (at % 100), 0];
    copy(PLACE.luma + 103, PLACE.exposedLuma + 103, 33, 100, 3);
    const rows = [103, 203, 303];
    const copied = (at: number) => rows.some((row) => at >= row && at < row + 48);
    assert.deepEqual(
      to,
      Uint8Array.from({ length: 500 }, (_, at) => (copied(at) ? 1 + (at % 100) : 0)),
    );
  });

  it('shift a row by parts of a pixel as the plain loop does', () => {
    const random = new SceneRandom(SEED, 'shift');
    const planes = [[PLACE.luma, PLACE.exposedLuma]] as const;
    const shift = runnable<'noisy' | 'quiet'>(MEMORY, [
      shiftFunction('noisy', planes, true),
      shiftFunction('quiet', planes, false),
    ]);
    const [stride, part, from, noise] = [800, 64, 5 * 800 + 20, 1000];
    for (let at = 0; at < 10 * stride; at += 1) PLANES.luma[at] = 16 + Math.floor(220 * random.uniform());
    const table = wordsAt(PLACE.shutter, (LISTS * LIST_BYTES) / 4);
    const grain = signedShortsAt(PLACE.grain, noise + WIDTH);
    for (let at = noise; at < grain.length; at += 1) grain[at] = Math.floor(9 * random.uniform()) - 4;
    const any = (most: number) => Math.round((2 * random.uniform() - 1) * most * 65_536);
    for (let row = 0; row < 50; row += 1) {
      const moved: RowShift = { columns: [any(2), any(0.1), any(0.01)], rows: [any(2), any(0.1)] };
      for (const [list, value] of [...moved.columns, ...moved.rows].entries()) table[(list * LIST_BYTES) / 4] = value;
      for (const kind of ['noisy', 'quiet'] as const) {
        shift[kind](from, 0, WIDTH, stride, part, noise);
        const fast = bytesAt(PLACE.exposedLuma, WIDTH);
        const plain = Uint8Array.from({ length: WIDTH }, (_, x) => {
          const pixelAt = (right: number, down: number) => Number(PLANES.luma[from + x + right + down * stride]);
          return shiftedPixel(pixelAt, moved, Math.floor(x / part), kind === 'noisy' ? Number(grain[noise + x]) : 0);
        });
        assert.equal(different(fast, plain), 0, `row ${row}, ${kind}: ${JSON.stringify(moved)}`);
      }
    }
  });
});
