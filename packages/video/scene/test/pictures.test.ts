import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { makeFrame, type YuvFrame } from '../src/raster/canvas.ts';
import { PLANES } from '../src/raster/planes.ts';
import type { SpanFn, SpanKernels } from '../src/raster/surface.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY } from '../src/render/conditions.ts';
import { ThermalRenderer } from '../src/render/thermal-renderer.ts';
import { colourKernels, thermalKernels } from '../src/simd/kernels.ts';
import { PALETTES } from '../src/thermal/palettes.ts';
import { buildWorld } from '../src/world/world.ts';
import { projectPoint } from './project-point.ts';
import { randomPoses } from './random-poses.ts';

const world = buildWorld(7);
const COLOUR = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const THERMAL = lensOf('Camera 2nd Generation IR Plus', 'thermal') as Lens;
const POSE: CameraPose = { eastM: 1, northM: -2, upM: 38, panDeg: 25, tiltDeg: 22, rollDeg: 0, zoom: 1 };
const NIGHT = { ...CLEAR_DAY, unixMs: Date.UTC(2026, 5, 12, 23, 0), airTemperatureC: 9 };
const WHITE_HOT = { palette: 'WhiteHot', lastRange: undefined, elapsedS: 0 } as const;

const EXTREME_POSES: readonly (readonly [string, Partial<CameraPose>])[] = [
  ['straight down', { tiltDeg: 90 }],
  ['straight up', { tiltDeg: -90 }],
  ['beyond straight down', { tiltDeg: 135 }],
  ['upside down', { rollDeg: 180 }],
  ['on its side', { rollDeg: 90, tiltDeg: 40 }],
  ['below the ground', { upM: -20, tiltDeg: 10 }],
  ['on the ground, level', { upM: 0, tiltDeg: 0 }],
  ['on the roof of its own box', { eastM: 0, northM: 0, upM: 2.4, tiltDeg: 60 }],
  ['inside of the burning building', { eastM: world.fire.eastM, northM: world.fire.northM, upM: 6, tiltDeg: 5 }],
  [
    'inside of a tree of its yard',
    { eastM: world.bodies[5]?.eastM ?? 0, northM: world.bodies[5]?.northM ?? 0, upM: 5 },
  ],
  ['at zoom 32', { zoom: 32, tiltDeg: 8 }],
  ['at a zoom that sees nearly everything', { zoom: 0.6 }],
  ['far away', { eastM: 9000, northM: -9000, upM: 3000, tiltDeg: 30 }],
  ['after many turns', { panDeg: 1e7, tiltDeg: 20 }],
];

/** The same kernels, which complain about pixels outside of the picture. */
function watched(kernels: SpanKernels, width: number, height: number): SpanKernels {
  const watch =
    (span: SpanFn): SpanFn =>
    (surface, y, start, end) => {
      const isInside = y >= 0 && y < height && start >= 0 && start < end && end <= width;
      assert.ok(isInside && Number.isInteger(y + start + end), `row ${y} from ${start} to ${end}`);
      span(surface, y, start, end);
    };
  const { ground, cover, shade, solid, plain, cutout, sky } = kernels;
  return {
    ...kernels,
    ground: watch(ground),
    cover: watch(cover),
    shade: watch(shade),
    solid: watch(solid),
    plain: watch(plain),
    cutout: watch(cutout),
    sky: watch(sky),
  };
}

/** Planes with room behind every row and behind the end, filled with a mark. */
function roomyFrame(width: number, height: number): YuvFrame {
  const [lumaStride, chromaStride] = [width + 32, width / 2 + 16];
  const plane = (size: number) => new Uint8Array(size).fill(MARK);
  return {
    width,
    height,
    lumaStride,
    chromaStride,
    luma: plane(lumaStride * (height + 4)),
    cb: plane(chromaStride * (height / 2 + 4)),
    cr: plane(chromaStride * (height / 2 + 4)),
  };
}
const MARK = 3;

/** Every byte beside the picture has its mark. */
function assertRoomUntouched(frame: YuvFrame): void {
  const { width, height } = frame;
  const isUntouched = (plane: Uint8Array, stride: number, columns: number, rows: number) =>
    plane.every((value, at) => value === MARK || (at % stride < columns && Math.floor(at / stride) < rows));
  assert.ok(isUntouched(frame.luma, frame.lumaStride, width, height), 'luma');
  assert.ok(isUntouched(frame.cb, frame.chromaStride, width / 2, height / 2), 'cb');
  assert.ok(isUntouched(frame.cr, frame.chromaStride, width / 2, height / 2), 'cr');
}

const bytes = ({ luma, cb, cr }: YuvFrame) => Buffer.concat([luma, cb, cr]);

describe('pictures in colour', () => {
  it('are the same bytes for the same world, pose and time, whatever was drawn before and by whom', () => {
    const [first, second] = [makeFrame(640, 360), makeFrame(640, 360)];
    const renderer = new ColourRenderer(world, 640, 360);
    renderer.draw(first, POSE, COLOUR, CLEAR_DAY);
    renderer.draw(second, { ...POSE, panDeg: 200, tiltDeg: 60 }, COLOUR, NIGHT);
    new ThermalRenderer(world, 320, 240).draw(makeFrame(320, 240), POSE, THERMAL, NIGHT, WHITE_HOT);
    new ColourRenderer(buildWorld(8), 1280, 720).draw(makeFrame(1280, 720), POSE, COLOUR, CLEAR_DAY);
    renderer.draw(second, POSE, COLOUR, CLEAR_DAY);
    assert.deepEqual(bytes(second), bytes(first));
    new ColourRenderer(buildWorld(7), 640, 360).draw(second, POSE, COLOUR, CLEAR_DAY);
    assert.deepEqual(bytes(second), bytes(first));
  });

  it('are the same bytes time after time, between larger and nearer ones: depths are not cleared for each', () => {
    const [first, later] = [makeFrame(320, 180), makeFrame(320, 180)];
    const renderer = new ColourRenderer(world, 320, 180);
    renderer.draw(first, POSE, COLOUR, CLEAR_DAY);
    for (let picture = 0; picture < 9; picture += 1) {
      const size = 180 + 20 * picture;
      const near = { ...POSE, upM: 4, tiltDeg: 10 * picture };
      new ColourRenderer(world, size, size).draw(makeFrame(size, size), near, COLOUR, CLEAR_DAY);
      renderer.draw(later, POSE, COLOUR, CLEAR_DAY);
      assert.deepEqual(bytes(later), bytes(first));
    }
  });

  it('change with time, pose and seed', () => {
    const frame = makeFrame(640, 360);
    const renderer = new ColourRenderer(world, 640, 360);
    const draw = (pose: CameraPose, unixMs: number) => {
      renderer.draw(frame, pose, COLOUR, { ...CLEAR_DAY, unixMs });
      return bytes(frame).toString('base64');
    };
    const first = draw(POSE, CLEAR_DAY.unixMs);
    assert.notEqual(draw(POSE, CLEAR_DAY.unixMs + 1000), first);
    assert.notEqual(draw({ ...POSE, panDeg: 25.2 }, CLEAR_DAY.unixMs), first);
  });

  for (const [name, pose] of EXTREME_POSES) {
    it(`stay inside of their planes from a camera ${name}`, () => {
      const frame = roomyFrame(322, 182);
      const pixels = 322 * 182;
      const behind = [PLANES.luma.subarray(pixels), PLANES.cb.subarray(pixels / 4), PLANES.cr.subarray(pixels / 4)];
      for (const plane of behind) plane.fill(MARK);
      new ColourRenderer(world, 322, 182, { kernels: watched(colourKernels(), 322, 182) }).draw(
        frame,
        { ...POSE, ...pose },
        COLOUR,
        CLEAR_DAY,
      );
      assertRoomUntouched(frame);
      for (const plane of behind) assert.ok(plane.every((value) => value === MARK));
    });
  }

  it('are in limited range from every side, by day, dusk and night, so that nothing has overflowed', () => {
    const frame = makeFrame(480, 270);
    const renderer = new ColourRenderer(world, 480, 270);
    for (const hour of [4, 12, 19.4, 23]) {
      for (const pose of randomPoses(5, 12)) {
        for (const cloudCover of [0, 1]) {
          const unixMs = Date.UTC(2026, 5, 12) + hour * 3_600_000;
          renderer.draw(frame, pose, COLOUR, { ...CLEAR_DAY, unixMs, cloudCover });
          assert.ok(
            frame.luma.every((value) => value >= 1 && value <= 240),
            `luma at ${hour} o'clock`,
          );
        }
      }
    }
  });

  it('are dark by night and bright by day, grey in the fog', () => {
    const frame = makeFrame(480, 270);
    const renderer = new ColourRenderer(world, 480, 270);
    const meanAt = (conditions: typeof CLEAR_DAY) => {
      renderer.draw(frame, { ...POSE, panDeg: 200 }, COLOUR, conditions);
      return frame.luma.reduce((sum, value) => sum + value, 0) / frame.luma.length;
    };
    assert.ok(meanAt(CLEAR_DAY) > 2 * meanAt(NIGHT));
    meanAt({ ...CLEAR_DAY, visibilityM: 60 });
    assert.ok(Math.max(...frame.luma.subarray(0, 480 * 100)) - Math.min(...frame.luma.subarray(0, 480 * 100)) < 12);
  });

  it('refuse numbers that are not finite, weather that can not be, and frames that do not fit', () => {
    const renderer = new ColourRenderer(world, 320, 240);
    const frame = makeFrame(320, 240);
    assert.throws(
      () => renderer.draw(frame, { ...POSE, panDeg: Number.NaN }, COLOUR, CLEAR_DAY),
      /panDeg of the pose must be finite/,
    );
    assert.throws(
      () => renderer.draw(frame, POSE, COLOUR, { ...CLEAR_DAY, unixMs: Number.NaN }),
      /unixMs of the scene must be finite/,
    );
    assert.throws(
      () => renderer.draw(frame, POSE, COLOUR, { ...CLEAR_DAY, cloudCover: 2 }),
      /cloudCover .* from 0 to 1, got 2/,
    );
    assert.throws(
      () => renderer.draw(frame, POSE, COLOUR, { ...CLEAR_DAY, visibilityM: 1 }),
      /visibilityM .* at least 20, got 1/,
    );
    assert.throws(() => renderer.draw(makeFrame(640, 480), POSE, COLOUR, CLEAR_DAY), /must be 320x240, got 640x480/);
    assert.throws(
      () => renderer.draw({ ...frame, luma: new Uint8Array(10) }, POSE, COLOUR, CLEAR_DAY),
      /planes are too small/,
    );
    assert.throws(() => new ColourRenderer(world, 321, 240), /must be even, got 321x240/);
    assert.throws(() => new ColourRenderer(world, 3840, 2160), /at most .* got 3840x2160/);
  });

  it('show the tether when the camera looks down on its station, and not when there is none', () => {
    const down: CameraPose = { ...POSE, eastM: 0, northM: 0, tiltDeg: 80 };
    const renderer = new ColourRenderer(world, 640, 360);
    const [withTether, without] = [makeFrame(640, 360), makeFrame(640, 360)];
    renderer.draw(withTether, down, COLOUR, CLEAR_DAY);
    renderer.draw(without, down, COLOUR, { ...CLEAR_DAY, tether: [] });
    const changed = [...withTether.luma.keys()].filter((at) => withTether.luma[at] !== without.luma[at]);
    assert.ok(changed.length > 100 && changed.length < 6000, `${changed.length}`);
  });
});

describe('thermal pictures', () => {
  const renderer = new ThermalRenderer(world, 640, 512);

  it('are the same bytes for the same world, pose, time and look', () => {
    const [first, second] = [makeFrame(640, 512), makeFrame(640, 512)];
    const range = renderer.draw(first, POSE, THERMAL, NIGHT, WHITE_HOT);
    renderer.draw(second, { ...POSE, tiltDeg: 70 }, THERMAL, CLEAR_DAY, WHITE_HOT);
    assert.deepEqual(renderer.draw(second, POSE, THERMAL, NIGHT, WHITE_HOT), range);
    assert.deepEqual(bytes(second), bytes(first));
  });

  for (const [name, pose] of EXTREME_POSES) {
    it(`stay inside of their planes from a camera ${name}`, () => {
      const frame = roomyFrame(322, 182);
      const watchedKernels = watched(thermalKernels(), 322, 182);
      new ThermalRenderer(world, 322, 182, watchedKernels).draw(
        frame,
        { ...POSE, ...pose },
        THERMAL,
        CLEAR_DAY,
        WHITE_HOT,
      );
      assertRoomUntouched(frame);
    });
  }

  it('show every person in sight warmer than the ground around, by night', () => {
    let seen = 0;
    for (let step = 0; step < 4; step += 1) {
      const conditions = { ...NIGHT, unixMs: NIGHT.unixMs + 20_000 * step };
      for (const { body } of world.movers.filter(({ speedMps }) => speedMps < 2)) {
        const { eastM, northM } = body;
        // Too far away for all that may come nearer in the time of a step.
        if (Math.hypot(eastM - POSE.eastM, northM - POSE.northM) > 125) continue;
        const pose: CameraPose = { ...POSE, upM: 25, ...lookingAt(POSE, 25, eastM, northM) };
        renderer.measure(pose, THERMAL, conditions);
        // The picture has moved the person on since it was aimed at.
        const chest = projectPoint(pose, THERMAL, { eastM: body.eastM, northM: body.northM, upM: 1.2 });
        if (chest === undefined || chest.depth > 80 || !isSeen(chest.x, chest.y, 20)) continue;
        const [x, y] = [Math.floor(chest.x), Math.floor(chest.y)];
        if (Math.abs((renderer.depthAt(x, y) ?? 0) - chest.depth) > 0.6) continue;
        const around = [renderer.temperatureAt(x - 14, y), renderer.temperatureAt(x + 14, y)];
        assert.ok(
          renderer.temperatureAt(x, y) >= 26 && renderer.temperatureAt(x, y) <= 35,
          `${renderer.temperatureAt(x, y)}`,
        );
        assert.ok(
          renderer.temperatureAt(x, y) > Math.max(...around) + 5,
          `${renderer.temperatureAt(x, y)} by ${around}`,
        );
        seen += 1;
      }
    }
    assert.ok(seen > 20, `only ${seen} were seen`);
  });

  it('show flames at 300 to 800 degrees and a sky that is colder than the ground', () => {
    const { fire } = world;
    const pose = { ...POSE, ...lookingAt(POSE, 38 - fire.upM - 2, fire.eastM, fire.northM) };
    renderer.measure(pose, THERMAL, CLEAR_DAY);
    let hottest = 0;
    for (let y = 0; y < 512; y += 1)
      for (let x = 0; x < 640; x += 1) hottest = Math.max(hottest, renderer.temperatureAt(x, y));
    assert.ok(hottest > 300 && hottest <= 820, `${hottest}`);
    renderer.measure({ ...POSE, panDeg: 200, tiltDeg: -6 }, THERMAL, CLEAR_DAY);
    assert.ok(renderer.temperatureAt(320, 20) < renderer.temperatureAt(320, 500) - 15);
  });

  it('show roads warmer than grass in the afternoon sun', () => {
    renderer.measure(
      { ...POSE, eastM: 0, northM: 0, tiltDeg: 90, panDeg: (-world.grid.headingRad * 180) / Math.PI },
      THERMAL,
      { ...CLEAR_DAY, tether: [] },
    );
    const yard = renderer.temperatureAt(560, 256);
    renderer.measure({ ...POSE, tiltDeg: 90, eastM: 0, northM: 22, panDeg: 0 }, THERMAL, CLEAR_DAY);
    assert.ok(yard > renderer.temperatureAt(320, 256) + 4, `${yard} and ${renderer.temperatureAt(320, 256)}`);
  });

  it('come in all ten palettes, each with colours of its palette only', () => {
    const pictures = THERMAL_COLOR_PALETTES.map((palette) => {
      const frame = makeFrame(640, 512);
      renderer.draw(frame, POSE, THERMAL, CLEAR_DAY, { ...WHITE_HOT, palette });
      const lumas = new Set(PALETTES[palette].luma);
      assert.ok(
        frame.luma.every((value) => lumas.has(value)),
        palette,
      );
      return bytes(frame).toString('base64');
    });
    assert.equal(new Set(pictures).size, THERMAL_COLOR_PALETTES.length);
  });

  it('have the noise of a sensor: 50 mK from one frame to the next', () => {
    const [first, second] = [makeFrame(640, 512), makeFrame(640, 512)];
    const pose = { ...POSE, tiltDeg: -60, panDeg: 200 };
    const range = renderer.draw(first, pose, THERMAL, NIGHT, WHITE_HOT);
    renderer.draw(second, pose, THERMAL, { ...NIGHT, unixMs: NIGHT.unixMs + 1 }, { ...WHITE_HOT, lastRange: range });
    const perStepK = (range.highCounts - range.lowCounts) / 256 / 50;
    const differences = [...first.luma].map((value, at) => ((value - (second.luma[at] ?? 0)) * 256 * perStepK) / 219);
    const sigmaK = Math.sqrt(differences.reduce((sum, value) => sum + value * value, 0) / differences.length / 2);
    assert.ok(sigmaK > 0.03 && sigmaK < 0.09, `${sigmaK}`);
  });
});

/** Pan and tilt from above the yard to a place on the ground. */
function lookingAt(
  from: CameraPose,
  heightM: number,
  eastM: number,
  northM: number,
): { panDeg: number; tiltDeg: number } {
  const [east, north] = [eastM - from.eastM, northM - from.northM];
  const deg = 180 / Math.PI;
  return { panDeg: Math.atan2(east, north) * deg, tiltDeg: Math.atan2(heightM, Math.hypot(east, north)) * deg };
}

const isSeen = (x: number, y: number, marginPx: number) =>
  x > marginPx && x < 640 - marginPx && y > marginPx && y < 512 - marginPx;
