import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import { type CameraMotion, STILL } from '../src/camera/motion.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { makeFrame, type YuvFrame } from '../src/raster/canvas.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY } from '../src/render/conditions.ts';
import { ThermalRenderer } from '../src/render/thermal-renderer.ts';
import type { PixelBox, SceneObject } from '../src/truth/scene-object.ts';
import type { Body } from '../src/world/body.ts';
import { buildWorld } from '../src/world/world.ts';

const SEED = 20_260_612;
const WORLD = buildWorld(SEED);
const [WIDTH, HEIGHT] = [960, 540];
const LENS: Lens = { ...(lensOf('Camera 2nd Generation', 'zoom') as Lens), frameWidth: WIDTH, frameHeight: HEIGHT };
/** Under clouds nothing casts a shadow, and the smoke is blown away. */
const OVERCAST = { ...CLEAR_DAY, cloudCover: 1, windEastMps: 12, windNorthMps: 12, tether: [] };
const STILL_POSE: CameraPose = { eastM: 3, northM: -5, upM: 40, panDeg: 40, tiltDeg: 30, rollDeg: 0, zoom: 1 };
const POSES: readonly CameraPose[] = [
  STILL_POSE,
  { ...STILL_POSE, panDeg: 250, tiltDeg: 55, rollDeg: 6 },
  { ...STILL_POSE, panDeg: 130, tiltDeg: 15, zoom: 4 },
  { ...STILL_POSE, panDeg: 45, tiltDeg: 17, zoom: 8, upM: 30 },
  { ...STILL_POSE, tiltDeg: 88, zoom: 2 },
  { ...STILL_POSE, panDeg: -60, tiltDeg: 8, zoom: 16 },
];
/** Smaller ones have too few pixels for a share of them to count. */
const LARGE_PX = 20;
const LEAST_OVERLAP = 0.9;

/** Bodies by their ids, in the order of their numbers. */
const BODIES = new Map<string, Body>();
for (const kind of ['person', 'vehicle'] as const) {
  const bodies = [...WORLD.bodies, ...WORLD.movers.map(({ body }) => body)].filter(({ shape }) => shape.kind === kind);
  for (const [index, body] of bodies.entries()) BODIES.set(`${kind}-${index + 1}`, body);
}

type Draw = (pose: CameraPose) => { readonly frame: YuvFrame; readonly objects: () => SceneObject[] };

const colour = (motion: CameraMotion = STILL, keepsStill = false): Draw => {
  const any = new ColourRenderer(WORLD, WIDTH, HEIGHT);
  return (pose) => {
    // One that keeps static objects would not see them vanish.
    const renderer = keepsStill ? new ColourRenderer(WORLD, WIDTH, HEIGHT, { keepsStill }) : any;
    const frame = makeFrame(WIDTH, HEIGHT);
    renderer.draw(frame, pose, LENS, OVERCAST, motion);
    return { frame, objects: () => renderer.objects() };
  };
};

/** The pixels that change when an object is not there. */
function changedBox(draw: Draw, pose: CameraPose, body: Body, { luma }: YuvFrame, least = 0): PixelBox {
  const { upM } = body;
  body.upM = 1e7;
  const without = draw(pose).frame.luma;
  body.upM = upM;
  const edges = { left: WIDTH, top: HEIGHT, right: 0, bottom: 0 };
  for (let at = 0; at < luma.length; at += 1) {
    if (Math.abs(luma[at]! - without[at]!) <= least) continue;
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    edges.left = Math.min(edges.left, x);
    edges.right = Math.max(edges.right, x + 1);
    edges.top = Math.min(edges.top, y);
    edges.bottom = Math.max(edges.bottom, y + 1);
  }
  return { x: edges.left, y: edges.top, width: edges.right - edges.left, height: edges.bottom - edges.top };
}

function overlap(a: PixelBox, b: PixelBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const both = Math.max(0, width) * Math.max(0, height);
  return both / (a.width * a.height + b.width * b.height - both);
}

const isLarge = ({ box, kind }: SceneObject) =>
  (kind === 'person' || kind === 'vehicle') && Math.min(box.width, box.height) >= LARGE_PX;

/** Compares the boxes of the largest objects with the pixels that change. @returns the kinds that were compared */
function compareBoxes(draw: Draw, pose: CameraPose, least = 0): string[] {
  const { frame, objects } = draw(pose);
  return objects()
    .filter(isLarge)
    .slice(0, 6)
    .map(({ box, id, kind }) => {
      const changed = changedBox(draw, pose, BODIES.get(id) as Body, frame, least);
      const share = overlap(changed, box);
      assert.ok(share >= LEAST_OVERLAP, `${id}: ${share} of ${JSON.stringify({ pose, box, changed })}`);
      return kind;
    });
}

describe('the objects of a picture', () => {
  it('have boxes as the pixels that change without them, at any zoom and angle', () => {
    const draw = colour();
    const kinds = POSES.flatMap((pose) => compareBoxes(draw, pose));
    assert.deepEqual(new Set(kinds), new Set(['vehicle', 'person']));
  });

  it('have such boxes in video, whose static objects are shifted by parts of a pixel', () => {
    const draw = colour({ ...STILL, panDps: 0.05 }, true);
    for (const pose of POSES.slice(0, 3)) compareBoxes(draw, { ...pose, panDeg: pose.panDeg + 0.037 }, 3);
  });

  it('have such boxes while the camera turns, row by row', () => {
    const draw = colour({ ...STILL, panDps: 12, tiltDps: 5 });
    for (const pose of POSES.slice(0, 4)) compareBoxes(draw, pose, 3);
  });

  it('are as warm as they are in a thermal picture', () => {
    const renderer = new ThermalRenderer(WORLD, WIDTH, HEIGHT);
    renderer.measure(POSES[3] as CameraPose, LENS, OVERCAST);
    const objects = renderer.objects();
    const people = objects.filter(({ box, kind }) => kind === 'person' && box.height > LARGE_PX);
    assert.ok(people.length > 2);
    for (const { hottestC = 0 } of people) assert.ok(hottestC > 30 && hottestC < 36, `${hottestC} C`);
    assert.ok(!objects.some(({ kind }) => kind === 'smoke'));
  });

  it('are seen less behind a house, and not at all where it hides them', () => {
    const renderer = new ColourRenderer(WORLD, WIDTH, HEIGHT);
    const frame = makeFrame(WIDTH, HEIGHT);
    const shares = Array.from({ length: 36 }, (_, turn) => {
      renderer.draw(frame, { ...STILL_POSE, upM: 6, tiltDeg: 5, panDeg: 10 * turn }, LENS, OVERCAST);
      return renderer.objects();
    }).flat();
    assert.ok(shares.every(({ visibleShare }) => visibleShare > 0 && visibleShare <= 1));
    assert.ok(shares.some(({ visibleShare }) => visibleShare < 0.5));
    assert.ok(new Set(shares.map(({ id }) => id)).size < BODIES.size / 2, 'most are behind houses');
  });

  it('end where haze hides them', () => {
    const renderer = new ColourRenderer(WORLD, WIDTH, HEIGHT);
    renderer.draw(makeFrame(WIDTH, HEIGHT), STILL_POSE, LENS, { ...OVERCAST, visibilityM: 90 });
    const objects = renderer.objects();
    assert.ok(objects.length > 0 && objects.every(({ distanceM }) => distanceM <= 90));
  });
});
