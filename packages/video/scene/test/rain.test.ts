import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CameraView } from '../src/camera/camera-view.ts';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import { type CameraMotion, STILL } from '../src/camera/motion.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { focus } from '../src/exposure/exposure.ts';
import { makeFrame } from '../src/raster/canvas.ts';
import { DEPTH_ONE, DEPTHS, PLANES } from '../src/raster/planes.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY, type SceneConditions } from '../src/render/conditions.ts';
import { RainPainter } from '../src/render/rain-painter.ts';
import { buildWorld } from '../src/world/world.ts';

const [WIDTH, HEIGHT] = [640, 360];
const LENS = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const POSE: CameraPose = { eastM: 0, northM: 0, upM: 40, panDeg: 20, tiltDeg: 0, rollDeg: 0, zoom: 1 };
const CALM = { ...CLEAR_DAY, windEastMps: 0, windNorthMps: 0, rainMmph: 25 };
const SKY = { luma: 180, cb: 128, cr: 128 };

interface RainShot {
  readonly pose?: Partial<CameraPose>;
  readonly conditions?: Partial<SceneConditions>;
  readonly motion?: Partial<CameraMotion>;
  readonly exposureS?: number;
  /** Distance of what fills the whole picture. */
  readonly beforeM?: number;
}

/** Rain alone, before black. */
function rain({ pose = {}, conditions = {}, motion = {}, exposureS = 0.002, beforeM }: RainShot = {}): Uint8Array {
  const frame = makeFrame(WIDTH, HEIGHT);
  frame.luma.fill(16);
  const view = new CameraView();
  const posed = { ...POSE, ...pose };
  view.set(posed, LENS, WIDTH, HEIGHT);
  PLANES.depth.fill(DEPTHS.ground + (beforeM === undefined ? 0 : DEPTH_ONE / beforeM), 0, WIDTH * HEIGHT);
  const optics = { exposureS, focus: focus(LENS, posed.zoom), margin: 0 };
  new RainPainter().draw(frame, view, { ...CALM, ...conditions }, { ...STILL, ...motion }, SKY, optics);
  return frame.luma;
}

const isLit = (luma: Uint8Array, x: number, y: number) => (luma[y * WIDTH + x] ?? 16) > 16;

function litPixels(luma: Uint8Array) {
  let [pixels, upright, level] = [0, 0, 0];
  for (let y = 0; y + 1 < HEIGHT; y += 1) {
    for (let x = 0; x + 1 < WIDTH; x += 1) {
      if (!isLit(luma, x, y)) continue;
      pixels += 1;
      if (isLit(luma, x, y + 1)) upright += 1;
      if (isLit(luma, x + 1, y)) level += 1;
    }
  }
  return { pixels, upright: upright / pixels, level: level / pixels };
}

describe('rain', () => {
  it('is not there when it is dry', () => {
    assert.equal(litPixels(rain({ conditions: { rainMmph: 0 } })).pixels, 0);
  });

  it('has more streaks the more it rains', () => {
    const pixels = [1, 5, 25].map((rainMmph) => litPixels(rain({ conditions: { rainMmph } })).pixels);
    const [drizzle = 0, steady = 0, downpour = 0] = pixels;
    assert.ok(drizzle > 0 && steady > 2 * drizzle && downpour > 2 * steady, pixels.join(', '));
  });

  it('falls straight down in a calm, and aslant in wind', () => {
    const calm = litPixels(rain());
    assert.ok(calm.upright > 1.5 * calm.level, JSON.stringify(calm));
    const wind = litPixels(rain({ conditions: { windEastMps: 20 } }));
    assert.ok(wind.level > 1.3 * wind.upright, JSON.stringify(wind));
  });

  it('has longer and fainter streaks the longer the shutter is open', () => {
    const lengths = [0.001, 0.002, 0.004].map((exposureS) => {
      const luma = rain({ exposureS });
      return { upright: litPixels(luma).upright, brightest: luma.reduce((most, one) => Math.max(most, one), 0) };
    });
    const [short, middle, long] = lengths;
    assert.ok(short && middle && long);
    assert.ok(short.upright < middle.upright && middle.upright < long.upright, JSON.stringify(lengths));
    assert.ok(short.brightest > long.brightest, JSON.stringify(lengths));
  });

  it('has dots before a camera that falls with it', () => {
    const falling = litPixels(rain({ motion: { upMps: -7 } }));
    const still = litPixels(rain());
    assert.ok(falling.upright < 0.8 * still.upright, JSON.stringify([falling, still]));
  });

  it('before a camera that looks down goes away from the middle', () => {
    const luma = rain({ pose: { tiltDeg: 90 }, exposureS: 0.004, conditions: { rainMmph: 100 } });
    // To the left and right of the middle streaks lie, above and below they stand.
    const pairs = { beside: [0, 0], above: [0, 0] };
    for (let y = 1; y < HEIGHT - 1; y += 1) {
      for (let x = 1; x < WIDTH - 1; x += 1) {
        if (!isLit(luma, x, y)) continue;
        const isBeside = Math.abs(x - WIDTH / 2) > 3 * Math.abs(y - HEIGHT / 2);
        const isAbove = Math.abs(y - HEIGHT / 2) > 3 * Math.abs(x - WIDTH / 2);
        const counts = isBeside ? pairs.beside : isAbove ? pairs.above : undefined;
        if (counts === undefined) continue;
        if (isLit(luma, x + 1, y)) counts[0] = (counts[0] ?? 0) + 1;
        if (isLit(luma, x, y + 1)) counts[1] = (counts[1] ?? 0) + 1;
      }
    }
    const [[besideLevel = 0, besideUpright = 0], [aboveLevel = 0, aboveUpright = 0]] = [pairs.beside, pairs.above];
    assert.ok(besideLevel > besideUpright, JSON.stringify(pairs));
    assert.ok(aboveUpright > aboveLevel, JSON.stringify(pairs));
  });

  it('is out of focus when the camera looks far away', () => {
    assert.equal(litPixels(rain({ pose: { zoom: 20 }, exposureS: 0.004 })).pixels, 0);
  });

  it('is hidden by what stands before it, and by the ground', () => {
    assert.equal(litPixels(rain({ beforeM: 0.3 })).pixels, 0);
    assert.ok(litPixels(rain({ beforeM: 1 })).pixels < litPixels(rain()).pixels);
    assert.equal(litPixels(rain({ pose: { upM: 0.3, tiltDeg: 90 } })).pixels, 0);
  });

  it('is the same in the same picture, and another in the next', () => {
    const renderer = new ColourRenderer(buildWorld(7), WIDTH, HEIGHT);
    const frame = makeFrame(WIDTH, HEIGHT);
    const draw = (unixMs: number) => {
      renderer.draw(frame, POSE, LENS, { ...CALM, cloudCover: 1, unixMs });
      return Uint8Array.from(frame.luma);
    };
    assert.deepEqual(draw(CLEAR_DAY.unixMs), draw(CLEAR_DAY.unixMs));
    assert.notDeepEqual(draw(CLEAR_DAY.unixMs), draw(CLEAR_DAY.unixMs + 33));
  });
});
