import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CameraView } from '../src/camera/camera-view.ts';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import { type CameraMotion, STILL } from '../src/camera/motion.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { gridPose, OFFSET_REACH_PX } from '../src/camera/pose-grid.ts';
import { ImageFlow } from '../src/exposure/flow.ts';
import { makeFrame, type YuvFrame } from '../src/raster/canvas.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY, type SceneConditions } from '../src/render/conditions.ts';
import { buildWorld } from '../src/world/world.ts';

const world = buildWorld(7);
const COLOUR = lensOf('Camera 1st Generation', 'color') as Lens;
const [WIDTH, HEIGHT] = [1280, 720];
const OVER_THE_TOWN: CameraPose = {
  eastM: 1.013,
  northM: -2.008,
  upM: 41.97,
  panDeg: 25.07,
  tiltDeg: 27,
  rollDeg: 0.06,
  zoom: 1,
};
const STRAIGHT_DOWN: CameraPose = { ...OVER_THE_TOWN, tiltDeg: 89.4 };
/** A Kite in a wind of 4.5 m/s, which sways. */
const HOVER: CameraMotion = { ...STILL, eastMps: 0.09, northMps: -0.05, panDps: 0.2, tiltDps: 0.1 };

type Draw = (pose: CameraPose, conditions?: Partial<SceneConditions>, motion?: CameraMotion) => YuvFrame;

function drawing(keepsStill: boolean, width = WIDTH, height = HEIGHT): Draw {
  const renderer = new ColourRenderer(world, width, height, { keepsStill });
  return (pose, conditions = {}, motion = HOVER) => {
    const frame = makeFrame(width, height);
    renderer.draw(frame, pose, COLOUR, { ...CLEAR_DAY, ...conditions }, motion);
    return frame;
  };
}

const drawnFor = (pose: CameraPose, motion = HOVER) => gridPose(pose, motion, 960, HEIGHT)?.pose;

/** Mean square of the differences. */
function away(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at]! - other[at]!) ** 2;
  return sum / one.length;
}

describe('pictures of a camera that hovers', () => {
  it('are the same bytes whatever was drawn before, by whom and in which order', () => {
    const draw = drawing(true);
    const poses = [0, 0.01, 0.2, 0.4, 0.02].map((m) => ({ ...OVER_THE_TOWN, eastM: OVER_THE_TOWN.eastM + m }));
    const first = poses.map((pose) => draw(pose));
    const others = [drawing(false), drawing(true, 640, 360), drawing(false, 1920, 1080)];
    for (const [index, pose] of [...poses.entries()].toReversed()) {
      for (const other of others) other(STRAIGHT_DOWN);
      assert.deepEqual(draw(pose), first[index]);
      assert.deepEqual(drawing(true)(pose), first[index]);
    }
  });

  it('are nearer to what a camera sees than those drawn for their pose, which have one sample for a pixel', () => {
    for (const pose of [OVER_THE_TOWN, STRAIGHT_DOWN]) {
      const exact = drawing(false);
      const seen = new Float64Array(WIDTH * HEIGHT);
      const samples = [-0.375, -0.125, 0.125, 0.375];
      const pixelDeg = 180 / Math.PI / 960;
      const panShare = 1 / Math.max(0.2, Math.cos((pose.tiltDeg * Math.PI) / 180));
      for (const x of samples) {
        for (const y of samples) {
          const panDeg = pose.panDeg + x * pixelDeg * panShare;
          const { luma } = exact({ ...pose, panDeg, tiltDeg: pose.tiltDeg + y * pixelDeg });
          for (let at = 0; at < seen.length; at += 1) seen[at] = seen[at]! + luma[at]! / 16;
        }
      }
      const [of, before] = [away(drawing(true)(pose).luma, seen), away(exact(pose).luma, seen)];
      assert.ok(of < before, `tilt ${pose.tiltDeg}: ${of}, drawn for its pose ${before}`);
    }
  });

  it('show what moves at its time, over a still part that is kept', () => {
    const draw = drawing(true);
    const [now, later] = [100, 600].map((ms) => draw(OVER_THE_TOWN, { unixMs: CLEAR_DAY.unixMs + ms }));
    assert.notDeepEqual(now, later);
    assert.deepEqual(later, drawing(true)(OVER_THE_TOWN, { unixMs: CLEAR_DAY.unixMs + 600 }));
  });

  it('are drawn again for other weather, another zoom, and the sun of the next second', () => {
    const draw = drawing(true);
    draw(OVER_THE_TOWN);
    const zoomed = { ...OVER_THE_TOWN, zoom: 1.5 };
    const changes = [
      { visibilityM: 900 },
      { cloudCover: 0.9 },
      { rainMmph: 12 },
      { unixMs: CLEAR_DAY.unixMs + 3_600_000 },
    ];
    for (const change of changes) assert.deepEqual(draw(OVER_THE_TOWN, change), drawing(true)(OVER_THE_TOWN, change));
    assert.deepEqual(draw(zoomed), drawing(true)(zoomed));
  });

  it('are drawn for their pose while the camera turns or flies', () => {
    for (const motion of [
      { ...STILL, panDps: 8 },
      { ...STILL, northMps: 1.2 },
    ]) {
      assert.equal(drawnFor(OVER_THE_TOWN, motion), undefined);
      assert.deepEqual(drawing(true)(OVER_THE_TOWN, {}, motion), drawing(false)(OVER_THE_TOWN, {}, motion));
    }
  });
});

describe('the grid of poses', () => {
  it('is finer near the ground, where what stands on it moves more against it', () => {
    const offsets = [2, 12, 42].map((upM) => {
      const most = { m: 0, deg: 0 };
      for (let at = 0; at < 200; at += 1) {
        const pose = { ...STRAIGHT_DOWN, upM, eastM: at * 0.0037, panDeg: at * 0.0371 };
        const { offset } = gridPose(pose, STILL, 960, HEIGHT) ?? { offset: { eastM: Number.NaN, panDeg: Number.NaN } };
        most.m = Math.max(most.m, Math.abs(offset.eastM));
        most.deg = Math.max(most.deg, Math.abs(offset.panDeg));
      }
      return most;
    });
    const [low, middle, high] = offsets.map(({ m }) => m) as [number, number, number];
    assert.ok(low < 0.0002 && middle < 0.0023 && high < 0.023 && high > 0.02, `${[low, middle, high]}`);
    assert.ok(offsets.every(({ deg }) => deg < 0.18 && deg > 0.17));
  });

  it('moves objects of a metre against the ground by no more than 0.014 px, however steeply they are seen', () => {
    for (let tiltDeg = 20; tiltDeg <= 90; tiltDeg += 1) {
      const pose = { ...OVER_THE_TOWN, upM: 42, panDeg: 0, rollDeg: 0, tiltDeg };
      const most = Array.from({ length: 200 }, (_, at) => {
        const grid = gridPose({ ...pose, eastM: at * 0.0037 }, STILL, 960, HEIGHT);
        return Math.abs(grid?.offset.eastM ?? Number.NaN);
      }).reduce((one, other) => Math.max(one, other));
      const [sin, cos] = [Math.sin((tiltDeg * Math.PI) / 180), Math.cos((tiltDeg * Math.PI) / 180)];
      for (const y of [-0.3, 0, 0.375]) {
        const nearness = (downM: number) => (sin + y * cos) / downM;
        // A pixel shows an object at half of a metre, or the ground behind it.
        const px = 960 * most * (nearness(41.5) - nearness(42)) * 2;
        assert.ok(px < 0.0145, `tilt ${tiltDeg}, row ${y}: ${px} px`);
      }
    }
  });

  it('moves no pixel by more than the margin has room for', () => {
    const flow = new ImageFlow();
    const view = new CameraView();
    let most = 0;
    for (let at = 0; at < 300; at += 1) {
      const share = (axis: number) => (at * (axis + 1) * 0.618) % 1;
      const pose = {
        ...OVER_THE_TOWN,
        eastM: share(1),
        northM: share(2),
        panDeg: share(3),
        tiltDeg: 90 * share(4),
        rollDeg: share(5),
      };
      const grid = gridPose(pose, STILL, 960, HEIGHT);
      assert.ok(grid !== undefined);
      view.set(grid.pose, COLOUR);
      flow.begin(view, STILL, grid.pose.rollDeg, [0, 0], grid.offset);
      for (const y of [-0.5, 0, 0.5]) {
        flow.at((y * HEIGHT) / view.focalY, 0);
        for (const x of [-0.5, 0, 0.5]) {
          const s = (x * WIDTH) / view.focalX;
          most = Math.max(most, Math.abs(flow.x0 + s * (flow.x1 + s * flow.x2)), Math.abs(flow.y0 + s * flow.y1));
        }
      }
    }
    assert.ok(most < OFFSET_REACH_PX && most > 3, `${most} px`);
  });
});
