import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScenePoint } from '../src/camera/camera-view.ts';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { makeFrame, type YuvFrame } from '../src/raster/canvas.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY } from '../src/render/conditions.ts';
import type { Landmark } from '../src/world/landmarks.ts';
import { buildWorld } from '../src/world/world.ts';
import { projectPoint } from './project-point.ts';
import { randomPoses } from './random-poses.ts';

const SEED = Number(process.env.SCENE_SEED ?? 20_260_612);
const POSES = 30;
const [WIDTH, HEIGHT] = [1280, 720];
const LENS: Lens = { ...(lensOf('Camera 2nd Generation', 'zoom') as Lens), frameWidth: WIDTH, frameHeight: HEIGHT };
/** The smoke is blown away from what is looked for, and no tether hangs in front of it. */
const CONDITIONS = { ...CLEAR_DAY, windEastMps: 12, windNorthMps: 12, tether: [] };
/** Smaller panels have too few pixels to be found by their squares. */
const SMALLEST_PX = 9;
const AROUND_PX = 10;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** From the middle towards one corner and on to the next, so that the whole panel is covered. */
function pointsOn({ corners, centre }: Landmark): ScenePoint[] {
  const [a, b, , d] = corners as [ScenePoint, ScenePoint, ScenePoint, ScenePoint];
  const along = (from: number, to: number, share: number) => (to - from) * share;
  const shares = [0.04, 0.2, 0.35, 0.5, 0.65, 0.8, 0.96];
  const at = (key: keyof ScenePoint, u: number, v: number) =>
    a[key] + along(a[key], b[key], u) + along(a[key], d[key], v);
  const points = shares.flatMap((u) =>
    shares.map((v) => ({ eastM: at('eastM', u, v), northM: at('northM', u, v), upM: at('upM', u, v) })),
  );
  return [...points, centre];
}

const isInside = ({ x, y }: Place) => x > 0 && x < WIDTH && y > 0 && y < HEIGHT;

/** Whether all of a panel is in the picture with nothing in front of it. */
function isWholeInSight(renderer: ColourRenderer, pose: CameraPose, landmark: Landmark): boolean {
  return pointsOn(landmark).every((point) => {
    const seen = projectPoint(pose, LENS, point);
    if (seen === undefined || !isInside(seen)) return false;
    const depth = renderer.depthAt(Math.floor(seen.x), Math.floor(seen.y));
    return depth !== undefined && Math.abs(depth - seen.depth) < 0.02 * seen.depth + 0.3;
  });
}

/** How thin a panel is in the picture: seen from the side it is a line. */
function thinnest(corners: readonly Place[]): number {
  const [a, b, , d] = corners as [Place, Place, Place, Place];
  const [u, v] = [
    { x: b.x - a.x, y: b.y - a.y },
    { x: d.x - a.x, y: d.y - a.y },
  ];
  return Math.abs(u.x * v.y - u.y * v.x) / Math.max(Math.hypot(u.x, u.y), Math.hypot(v.x, v.y));
}

/** Between four pixels; the middle of the first pixel is at 0.5, 0.5. */
function lumaAt(frame: YuvFrame, x: number, y: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [fx, fy] = [x - 0.5 - left, y - 0.5 - top];
  const at = (column: number, row: number) => frame.luma[row * frame.lumaStride + column] ?? 0;
  const upper = at(left, top) * (1 - fx) + at(left + 1, top) * fx;
  return upper * (1 - fy) + (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy;
}

/** Places on a panel as shares of its sides: near the lines where squares meet, where a shift shows most, and further out. */
const SHARES = [0.12, 0.3, 0.42, 0.46, 0.54, 0.58, 0.7, 0.88];

/** A point of a panel in the picture, and whether the square there is red (1) or white (-1). */
interface Sample extends Place {
  readonly sign: number;
}

function samplesOf({ corners }: Landmark, pose: CameraPose): Sample[] {
  const [a, b, , d] = corners as [ScenePoint, ScenePoint, ScenePoint, ScenePoint];
  const at = (key: keyof ScenePoint, u: number, v: number) => a[key] + (b[key] - a[key]) * u + (d[key] - a[key]) * v;
  return SHARES.flatMap((u) =>
    SHARES.map((v) => {
      const point = { eastM: at('eastM', u, v), northM: at('northM', u, v), upM: at('upM', u, v) };
      return { ...(projectPoint(pose, LENS, point) as Place), sign: u < 0.5 === v < 0.5 ? 1 : -1 };
    }),
  );
}

/** By how much, and how clearly, the squares in the picture lie beside where they should be. */
function findShift(frame: YuvFrame, samples: readonly Sample[]): { x: number; y: number; contrast: number } {
  const contrastAt = (x: number, y: number) =>
    -samples.reduce((sum, sample) => sum + sample.sign * lumaAt(frame, sample.x + x, sample.y + y), 0) / samples.length;
  const all: { x: number; y: number; contrast: number }[] = [];
  for (let y = -AROUND_PX; y <= AROUND_PX; y += 0.5) {
    for (let x = -AROUND_PX; x <= AROUND_PX; x += 0.5) all.push({ x, y, contrast: contrastAt(x, y) });
  }
  // On a large panel many shifts are as good: the middle of them is meant.
  const contrast = Math.max(...all.map((shift) => shift.contrast));
  const best = all.filter((shift) => shift.contrast > contrast - 0.02 * Math.abs(contrast));
  const mean = (axis: 'x' | 'y') => best.reduce((sum, shift) => sum + shift[axis], 0) / best.length;
  return { x: mean('x'), y: mean('y'), contrast };
}

describe('landmarks', () => {
  it(`are where geometry says within 2 pixels, from ${POSES} poses of seed ${SEED}`, () => {
    const world = buildWorld(7);
    const renderer = new ColourRenderer(world, WIDTH, HEIGHT);
    const frame = makeFrame(WIDTH, HEIGHT);
    let found = 0;
    let worst = 0;
    const seenNames = new Set<string>();
    for (const pose of randomPoses(SEED, POSES)) {
      renderer.draw(frame, pose, LENS, CONDITIONS);
      for (const landmark of world.landmarks) {
        if (!isWholeInSight(renderer, pose, landmark)) continue;
        const corners = landmark.corners.map((corner) => projectPoint(pose, LENS, corner) as Place);
        if (thinnest(corners) < SMALLEST_PX) continue;
        const shift = findShift(frame, samplesOf(landmark, pose));
        assert.ok(shift.contrast > 45, `${landmark.name} is not in the picture: ${JSON.stringify({ shift, pose })}`);
        const off = Math.hypot(shift.x, shift.y);
        assert.ok(off < 2, `${landmark.name} is ${off} pixels off: ${JSON.stringify({ shift, pose })}`);
        worst = Math.max(worst, off);
        seenNames.add(landmark.name);
        found += 1;
      }
    }
    console.log(`${found} sights of ${seenNames.size} landmarks; the worst is ${worst.toFixed(2)} pixels off`);
    assert.ok(
      found >= 15 && seenNames.size >= 5,
      `${found} sights of ${seenNames.size} landmarks are too few to say so`,
    );
  });

  it('are found beside their places when the picture was taken with other angles', () => {
    const world = buildWorld(7);
    const renderer = new ColourRenderer(world, WIDTH, HEIGHT);
    const frame = makeFrame(WIDTH, HEIGHT);
    const pose: CameraPose = { eastM: 0, northM: 0, upM: 30, panDeg: 110, tiltDeg: 80, rollDeg: 0, zoom: 1 };
    renderer.draw(frame, { ...pose, tiltDeg: 80.5 }, LENS, CONDITIONS);
    const landmark = world.landmarks.find(({ name }) => name.startsWith('ground')) as Landmark;
    const { y, contrast } = findShift(frame, samplesOf(landmark, pose));
    assert.ok(contrast > 45 && y < -3 && y > -8, `half a degree is ${y} pixels`);
  });
});
