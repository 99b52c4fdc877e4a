import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import { type CameraMotion, STILL } from '../src/camera/motion.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { exposureFor, illuminanceLux } from '../src/exposure/exposure.ts';
import { ImageFlow } from '../src/exposure/flow.ts';
import { makeFrame, type YuvFrame } from '../src/raster/canvas.ts';
import { PLANES } from '../src/raster/planes.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY, type SceneConditions } from '../src/render/conditions.ts';
import { ThermalRenderer } from '../src/render/thermal-renderer.ts';
import { buildWorld } from '../src/world/world.ts';

const world = buildWorld(7);
const COLOUR = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const THERMAL = lensOf('Camera 2nd Generation IR Plus', 'thermal') as Lens;
const [WIDTH, HEIGHT] = [1280, 720];
const POSE: CameraPose = { eastM: 1, northM: -2, upM: 38, panDeg: 25, tiltDeg: 22, rollDeg: 0, zoom: 1 };
const READOUT_S = 1 / 60;
const NO_TETHER = { tether: [] } as const;
const DAY: SceneConditions = { ...CLEAR_DAY, ...NO_TETHER };
/** The shutter is open for 14 ms, and there is no noise yet. */
const SUNSET: SceneConditions = { ...DAY, unixMs: Date.UTC(2026, 5, 12, 19, 15) };
/** The sun is 3 degrees down: 1/30 s. */
const DUSK: SceneConditions = { ...DAY, unixMs: Date.UTC(2026, 5, 12, 19, 50) };
const ROWS = [40, 200, 360, 520, 680];

/** The pose at a time, by the motion alone. */
function poseAt(motion: CameraMotion, timeS: number): CameraPose {
  const shake = (axis: 'panDeg' | 'tiltDeg' | 'rollDeg') =>
    motion.vibration.reduce(
      (sum, tone) => sum + tone[axis] * Math.sin(2 * Math.PI * (tone.turns + tone.frequencyHz * timeS)),
      0,
    );
  return {
    ...POSE,
    eastM: POSE.eastM + motion.eastMps * timeS,
    northM: POSE.northM + motion.northMps * timeS,
    upM: POSE.upM + motion.upMps * timeS,
    panDeg: POSE.panDeg + motion.panDps * timeS + shake('panDeg'),
    tiltDeg: POSE.tiltDeg + motion.tiltDps * timeS + shake('tiltDeg'),
    rollDeg: POSE.rollDeg + motion.rollDps * timeS + shake('rollDeg'),
  };
}

const rowTimeS = (row: number, readoutS = READOUT_S, height = HEIGHT) => ((row + 0.5) / height - 0.5) * readoutS;

const renderer = new ColourRenderer(world, WIDTH, HEIGHT);
function draw(pose: CameraPose, conditions: SceneConditions, motion = STILL): YuvFrame {
  const frame = makeFrame(WIDTH, HEIGHT);
  renderer.draw(frame, pose, COLOUR, conditions, motion);
  return frame;
}

const lumaRow = (frame: YuvFrame, row: number) => frame.luma.subarray(row * WIDTH, (row + 1) * WIDTH);
const away = (one: ArrayLike<number>, other: ArrayLike<number>) => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += Math.abs(one[at]! - other[at]!);
  return sum / one.length;
};

const PARTS = 33;

/** Between the middles of four pixels. */
function betweenPixels(plane: Uint8Array, stride: number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - column, y - row];
  const at = row * stride + column;
  const across = (from: number) => Number(plane[from]) * (1 - right) + Number(plane[from + 1]) * right;
  return across(at) * (1 - down) + across(at + stride) * down;
}

const MOTIONS: readonly (readonly [string, Partial<CameraMotion>])[] = [
  ['pans', { panDps: 90 }],
  ['tilts', { tiltDps: -30 }],
  ['rolls', { rollDps: 50 }],
  ['flies past', { eastMps: 60, northMps: -25, upMps: 15 }],
  ['shakes', { vibration: [{ frequencyHz: 75, turns: 0.1, panDeg: 0.3, tiltDeg: 0.2, rollDeg: 0 }] }],
];

describe('a shutter that opens row by row', () => {
  for (const [name, part] of MOTIONS) {
    it(`shows each row as a still camera sees it from where it was then, when the camera ${name}`, () => {
      const motion = { ...STILL, ...part };
      const moving = draw(POSE, DAY, motion);
      const still = draw(POSE, DAY);
      let [error, unmoved] = [0, 0];
      for (const row of ROWS) {
        const right = draw(poseAt(motion, rowTimeS(row)), DAY);
        error += away(lumaRow(moving, row), lumaRow(right, row));
        unmoved += away(lumaRow(still, row), lumaRow(right, row));
      }
      // Passing objects are moved like level ground: houses, which are higher, by a little less than they should be.
      const most = name === 'flies past' ? 0.5 : 0.4;
      assert.ok(error < most * unmoved, `${error} against ${unmoved} without a shutter`);
    });
  }

  it('stays open for a thirtieth of a second at dusk: the mean of all that a still camera sees meanwhile', () => {
    const motion = { ...STILL, panDps: 20 };
    const [still, moving] = [draw(POSE, DUSK), draw(POSE, DUSK, motion)];
    for (const row of ROWS) {
      const sum = new Float64Array(WIDTH);
      // As many as there are pixels that a point passes meanwhile.
      const parts = 11;
      for (let part = 0; part < parts; part += 1) {
        const frame = draw(poseAt(motion, rowTimeS(row) + ((part + 0.5) / parts - 0.5) / 30), DUSK);
        lumaRow(frame, row).forEach((value, at) => {
          sum[at] = sum[at]! + value / parts;
        });
      }
      const [error, unmoved] = [away(lumaRow(moving, row), sum), away(lumaRow(still, row), sum)];
      assert.ok(error < 1.6 || error < 0.5 * unmoved, `row ${row}: ${error}, unmoved ${unmoved}`);
    }
  });

  it('shifts what a hovering camera sees by parts of a pixel, to a quarter of a step of luma by day, at sunset by the mean of all that it sees meanwhile', () => {
    const vibration = [{ frequencyHz: 103, turns: 0.2, panDeg: 0.012, tiltDeg: 0.01, rollDeg: 0.01 }];
    const motion = { ...STILL, panDps: 0.8, tiltDps: -0.6, vibration };
    for (const conditions of [DAY, SUNSET]) {
      const { cloudCover, latitudeDeg, longitudeDeg, unixMs } = conditions;
      const { exposureS } = exposureFor(illuminanceLux(unixMs, latitudeDeg, longitudeDeg, cloudCover));
      const { luma } = draw(POSE, conditions, motion);
      const drawn = PLANES.luma.slice();
      const flow = new ImageFlow();
      flow.begin(renderer.view, motion, POSE.rollDeg, [-1 / 30, 1 / 30]);
      const stride = renderer.view.width;
      const margin = (stride - WIDTH) / 2;
      for (const row of ROWS) {
        const sum = new Float64Array(WIDTH);
        for (let part = 0; part < PARTS; part += 1) {
          const timeS = rowTimeS(row) + ((part + 0.5) / PARTS - 0.5) * exposureS;
          flow.at((row + 0.5 - HEIGHT / 2) / renderer.view.focalY, timeS);
          for (let x = 0; x < WIDTH; x += 1) {
            const s = (x + 0.5 - WIDTH / 2) / renderer.view.focalX;
            const across = x + margin + flow.x0 + s * (flow.x1 + s * flow.x2);
            const between = betweenPixels(drawn, stride, across, row + margin + flow.y0 + s * flow.y1);
            sum[x] = sum[x]! + between / PARTS;
          }
        }
        const error = away(luma.subarray(row * WIDTH, (row + 1) * WIDTH), sum);

        assert.ok(error < (conditions === DAY ? 0.25 : 0.4), `row ${row}: ${error}`);
      }
    }
  });

  it('leaves a picture as it is when nobody would see its motion', () => {
    assert.deepEqual(draw(POSE, DAY, { ...STILL, panDps: 0.1 }), draw(POSE, DAY));
  });

  it('at night, too: the noise is of a still picture, however little the camera moves', () => {
    const night = { ...DAY, unixMs: Date.UTC(2026, 5, 12, 22, 30) };
    const still = draw(POSE, night);
    for (const panDps of [1e-9, 1e-6, 1e-3, 0.1]) {
      const { luma, cb } = draw(POSE, night, { ...STILL, panDps, eastMps: panDps / 100 });
      assert.deepEqual({ luma, cb }, { luma: still.luma, cb: still.cb }, `${panDps} degrees/s`);
    }
  });

  it('gives the same bytes for the same motion, whatever was drawn before', () => {
    const motion = { ...STILL, ...MOTIONS[4]?.[1], panDps: 17 };
    const first = draw(POSE, DUSK, motion);
    draw({ ...POSE, tiltDeg: 50 }, DAY, { ...STILL, tiltDps: 60 });
    draw(POSE, DAY);
    assert.deepEqual(draw(POSE, DUSK, motion), first);
  });

  it('tells depths where the picture has them, moved or not', () => {
    draw(POSE, DAY);
    const depths = [300, 400, 500].map((x) => renderer.depthAt(x, 250));
    draw(POSE, DAY, { ...STILL, panDps: 40 });
    assert.deepEqual(
      [300, 400, 500].map((x) => renderer.depthAt(x, 250)),
      depths,
    );
  });

  it('refuses a motion that is no number', () => {
    assert.throws(
      () => draw(POSE, DAY, { ...STILL, panDps: Number.NaN }),
      /panDps of the motion must be finite, got NaN/,
    );
  });
});

describe('the noise of a colour sensor', () => {
  it('is none by day', () => {
    assert.deepEqual(draw(POSE, { ...DAY, unixMs: DAY.unixMs }), draw(POSE, DAY));
  });

  it('has by night the variance that shot noise gives: 219^2 / 4 * gain / electrons, a quarter of it behind the filter', () => {
    const night = { ...DAY, unixMs: Date.UTC(2026, 5, 12, 22, 30) };
    // A town of 2.5 lx wants 250 * 2.8^2 / (100 * 2.5) s at base sensitivity; it gets a thirtieth.
    const gain = (250 * 2.8 ** 2) / 100 / 2.5 / (1 / 30);
    const wanted = ((219 ** 2 / 4) * Math.min(64, gain)) / 10_000 / 4;
    const [first, second] = [draw(POSE, night), draw(POSE, { ...night, unixMs: night.unixMs + 1 })];
    let [sum, count] = [0, 0];
    for (let at = 0; at < first.luma.length; at += 7) {
      const [a, b] = [first.luma[at]!, second.luma[at]!];
      // Not where it is cut off at black; the sum of two says nothing of their difference.
      if (a + b < 90) continue;
      sum += (a - b) ** 2 / 2;
      count += 1;
    }
    assert.ok(count > 10_000, `${count}`);
    assert.ok(Math.abs(sum / count / wanted - 1) < 0.15, `${sum / count} is not ${wanted}`);
  });
});

describe('a thermal detector that lags', () => {
  it('trails behind a pan by ten milliseconds: the mean of what it saw, weighted by an exponential', () => {
    const thermal = new ThermalRenderer(world, 640, 512);
    const motion = { ...STILL, panDps: 30 };
    thermal.measure(POSE, THERMAL, DAY, motion);
    const moving = PLANES.counts.slice(0, 640 * 512);
    thermal.measure(POSE, THERMAL, DAY);
    const still = PLANES.counts.slice(0, 640 * 512);
    const row = 300;
    const sum = new Float64Array(640);
    const parts = 60;
    for (let part = 0; part < parts; part += 1) {
      const lateS = -0.01 * Math.log(1 - (part + 0.5) / parts);
      thermal.measure(poseAt(motion, rowTimeS(row, 0.015, 512) - lateS), THERMAL, DAY);
      for (let x = 0; x < 640; x += 1) sum[x] = sum[x]! + PLANES.counts[row * 640 + x]! / parts;
    }
    const line = (counts: Uint16Array) => counts.subarray(row * 640, (row + 1) * 640);
    const [error, unmoved] = [away(line(moving), sum), away(line(still), sum)];
    assert.ok(error < 0.35 * unmoved, `${error} against ${unmoved}`);
  });
});
