import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { projectPoint } from '../../test/project-point.ts';
import { randomPoses } from '../../test/random-poses.ts';
import { lensOf } from '../camera/lens.ts';
import { STILL } from '../camera/motion.ts';
import { makeFrame } from '../raster/canvas.ts';
import type { Mask } from './mask.ts';
import { MaskedArea } from './masked-area.ts';

const [WIDTH, HEIGHT] = [1280, 720];
const LENS = lensOf('Camera 1st Generation', 'color') ?? assert.fail();
const STATION = { latDeg: 46.5, lonDeg: 11.35 };
const POSE = { eastM: 0, northM: 0, upM: 40, panDeg: 0, tiltDeg: 30, rollDeg: 0, zoom: 1 };
const view = (pose = POSE, motion = STILL) => ({ pose, motion, lens: LENS, station: STATION });
const place = (eastM: number, northM: number) => placeFrom(STATION, { eastM, northM });
const ground = (heightM: number, ...corners: readonly (readonly [number, number])[]): Mask => ({
  holds: 'ground',
  heightM,
  corners: corners.map(([eastM, northM]) => place(eastM, northM)),
});
const GARDEN = ground(6, [10, 50], [30, 50], [30, 80], [10, 80]);
/** East, north and up of points in the garden, and on its house. */
const IN_GARDEN = [0, 0.5, 1].flatMap((east) =>
  [0, 0.5, 1].flatMap((north) => [0, 3, 6].map((upM) => ({ eastM: 10 + 20 * east, northM: 50 + 30 * north, upM }))),
);

function covered(area: MaskedArea): number {
  let count = 0;
  for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) if (area.has(x, y)) count += 1;
  return count;
}

describe('a mask that holds in the picture', () => {
  it('covers its corners and nothing more than two pixels beside them, wherever the camera looks', () => {
    const area = new MaskedArea(WIDTH, HEIGHT);
    const corners = [
      { x: 0.25, y: 0.25 },
      { x: 0.5, y: 0.25 },
      { x: 0.5, y: 0.75 },
      { x: 0.25, y: 0.75 },
    ];
    for (const panDeg of [0, 90]) {
      area.set([{ holds: 'picture', corners }], view({ ...POSE, panDeg }));
      assert.deepEqual(
        [area.has(320, 180), area.has(639, 539), area.has(316, 300), area.has(643, 300), area.has(400, 176)],
        [true, true, false, false, false],
      );
    }
  });

  it('leaves the notch of a concave area free', () => {
    const area = new MaskedArea(WIDTH, HEIGHT);
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0.5, y: 0.1 },
      { x: 0, y: 1 },
    ];
    area.set([{ holds: 'picture', corners }], view());
    assert.deepEqual([area.has(640, 500), area.has(100, 300), area.has(1180, 300)], [false, true, true]);
  });
});

describe('a mask that holds on the ground', () => {
  it('covers every point of its body that a camera sees, at any pose and zoom (seed 217)', () => {
    const area = new MaskedArea(WIDTH, HEIGHT);
    let seen = 0;
    for (const pose of randomPoses(217, 200)) {
      area.set([GARDEN], view({ ...pose, upM: Math.max(7, pose.upM) }));
      for (const point of IN_GARDEN) {
        const at = projectPoint({ ...pose, upM: Math.max(7, pose.upM) }, LENS, point);
        if (at === undefined || at.x < 0 || at.y < 0 || at.x >= WIDTH || at.y >= HEIGHT) continue;
        seen += 1;
        assert.ok(area.has(Math.floor(at.x), Math.floor(at.y)), JSON.stringify({ pose, point, at }));
      }
    }
    assert.ok(seen > 20, `${seen} points were seen`);
  });

  it('is not in the picture of a camera that looks elsewhere', () => {
    const area = new MaskedArea(WIDTH, HEIGHT);
    area.set([GARDEN], view({ ...POSE, panDeg: 180 }));
    assert.equal(area.isEmpty, true);
    area.set([], view());
    assert.equal(area.isEmpty, true);
  });

  it('covers the whole picture of a camera within its body, and what lies around one straight above', () => {
    const area = new MaskedArea(WIDTH, HEIGHT);
    const around = ground(100, [-20, -20], [20, -20], [20, 20], [-20, 20]);
    area.set([around], view());
    assert.equal(covered(area), WIDTH * HEIGHT);
    area.set([ground(0, [-5, -5], [5, -5], [5, 5], [-5, 5])], view({ ...POSE, tiltDeg: 90 }));
    assert.equal(area.has(640, 360), true);
    assert.equal(area.has(10, 10), false);
  });

  it('is wider while the camera turns, by what rows of the picture move', () => {
    const area = new MaskedArea(WIDTH, HEIGHT);
    area.set([GARDEN], view());
    const still = covered(area);
    area.set([GARDEN], view(POSE, { ...STILL, panDps: 60 }));
    assert.ok(covered(area) > still * 1.2, `${still} and ${covered(area)} pixels`);
  });
});

it('a masked picture is grey in all planes where it is hidden, and as it was elsewhere', () => {
  const [width, height] = [WIDTH / 4, HEIGHT / 4];
  const area = new MaskedArea(width, height);
  const frame = makeFrame(width, height);
  frame.luma.fill(200);
  frame.cb.fill(90);
  frame.cr.fill(90);
  const counts = new Uint16Array(width * height).fill(900);
  area.set([GARDEN], view());
  area.paint(frame);
  area.fill(counts, 0);
  assert.equal(area.isEmpty, false);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [at, chroma] = [y * width + x, (y >> 1) * (width / 2) + (x >> 1)];
      const found = [frame.luma[at], frame.cb[chroma], frame.cr[chroma], counts[at]].join();
      if (found !== (area.has(x, y) ? '70,128,128,0' : '200,90,90,900')) assert.fail(`${x}, ${y}: ${found}`);
    }
  }
});
