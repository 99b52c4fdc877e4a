import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { lensOf } from '@kitestring/video-scene/camera/lens.ts';
import type { Mask } from '@kitestring/video-scene/privacy/mask.ts';
import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { textureMemory } from '@kitestring/video-scene/texture/texture-memory.ts';
import { SCENE } from '../../test/support/still-scene.ts';
import { groundCorner } from '../overlay/ground-corner.ts';
import { streamPlans } from '../stream-plan.ts';
import { makeRenderer } from './make-renderer.ts';
import { NO_OVERLAY, type PictureOverlay, type RenderView } from './scene-state.ts';

const MODEL = 'Camera 1st Generation';
const textures = textureMemory();
/** Looks at a house on fire. */
const VIEW: RenderView = {
  scene: { ...SCENE, pose: { eastM: 0, northM: 0, upM: 40, panDeg: 25, tiltDeg: 20, rollDeg: 2 } },
  overlay: NO_OVERLAY,
  zoom: 1,
  palette: 'WhiteHot',
};
const LEFT_HALF: Mask = {
  holds: 'picture',
  corners: [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0.5, y: 1 },
    { x: 0, y: 1 },
  ],
};
const hiding = (...masks: readonly Mask[]): PictureOverlay => ({ ...NO_OVERLAY, masks });

function camera(streamId: 'color' | 'thermal') {
  const lens = lensOf(MODEL, streamId) ?? assert.fail();
  const renderer = makeRenderer({ cameraModel: MODEL, seed: 7, streamId, textures });
  const picture = (overlay: PictureOverlay, view = VIEW): YuvFrame => {
    const frame = makeFrame(lens.frameWidth, lens.frameHeight);
    renderer.render({ ...view, overlay }, frame);
    return frame;
  };
  return { lens, renderer, picture };
}

const pixel = ({ cb, chromaStride, cr, luma, lumaStride }: YuvFrame, x: number, y: number): string => {
  const chroma = (y >> 1) * chromaStride + (x >> 1);
  return [luma[y * lumaStride + x], cb[chroma], cr[chroma]].join();
};

describe('the pictures of a stream', () => {
  it('hide what masks cover, in colour and in heat, and are the same elsewhere', () => {
    for (const streamId of ['color', 'thermal'] as const) {
      const { lens, picture } = camera(streamId);
      const plain = picture(NO_OVERLAY);
      const masked = picture(hiding(LEFT_HALF));
      for (let y = 0; y < lens.frameHeight; y += 7) {
        for (let x = 0; x < lens.frameWidth / 2; x += 5) assert.equal(pixel(masked, x, y), '70,128,128');
      }
      if (streamId === 'thermal') continue;
      for (let x = lens.frameWidth / 2 + 2; x < lens.frameWidth; x += 3) {
        assert.equal(pixel(masked, x, 400), pixel(plain, x, 400));
      }
    }
  });

  it('have no temperatures where they are masked, and none that the palette would tell', () => {
    const { lens, renderer } = camera('thermal');
    const half = lens.frameWidth / 2;
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const hottest = (overlay: PictureOverlay) =>
      renderer.measure?.({ ...VIEW, overlay }, box).highestC ?? assert.fail();
    const fire = renderer.measure?.(VIEW, box).highestAt ?? assert.fail();
    assert.ok(hottest(NO_OVERLAY) > 300, 'there is a fire');
    const [west, east] = [Math.max(0, fire.x - 0.3), Math.min(1, fire.x + 0.3)];
    const corners = [west, east].flatMap((x) =>
      x === west
        ? [
            { x, y: 0 },
            { x, y: 1 },
          ]
        : [
            { x, y: 1 },
            { x, y: 0 },
          ],
    );
    const overlay = hiding({ holds: 'picture', corners });
    assert.ok(hottest(overlay) < 100, `${hottest(overlay)} degrees are not hidden`);
    const spot = renderer.measure?.({ ...VIEW, overlay }, { ...fire, width: 0, height: 0 });
    assert.deepEqual([spot?.pixels, spot?.meanC], [0, 0]);
    const frame = makeFrame(lens.frameWidth, lens.frameHeight);
    const ranges = [NO_OVERLAY, overlay].map((shown) =>
      camera('thermal').renderer.render({ ...VIEW, overlay: shown }, frame),
    );
    assert.ok((ranges[0]?.highC ?? 0) > (ranges[1]?.highC ?? 0) + 5, JSON.stringify(ranges));
    const counts = renderer.counts?.({ ...VIEW, overlay: hiding(LEFT_HALF) }) ?? assert.fail();
    counts.forEach((count, at) => {
      const x = at % lens.frameWidth;
      if (x < half ? count !== 0 : x > half + 1 && count === 0) assert.fail(`${count} at column ${x}`);
    });
  });

  it('hide a place on the ground wherever it is seen, drawn in one view and kept in all', () => {
    const { lens, picture } = camera('color');
    const plan = streamPlans(MODEL)[0] ?? assert.fail();
    const drawn = [
      [0.4, 0.5],
      [0.6, 0.5],
      [0.6, 0.7],
      [0.4, 0.7],
    ] as const;
    const corners = drawn.map(([x, y]) => groundCorner(VIEW.scene, plan, 1, { x, y }) ?? assert.fail());
    const overlay = hiding({ holds: 'ground', corners, heightM: 3 });
    const isGrey = (x: number, y: number, view: RenderView) =>
      pixel(picture(overlay, view), Math.floor(x * lens.frameWidth), Math.floor(y * lens.frameHeight)) === '70,128,128';
    for (const [x, y] of [...drawn, [0.5, 0.6] as const]) assert.ok(isGrey(x, y, VIEW), `${x}, ${y}`);
    assert.ok(!isGrey(0.3, 0.6, VIEW));
    const turned = { ...VIEW, scene: { ...VIEW.scene, pose: { ...VIEW.scene.pose, panDeg: 45, rollDeg: 0 } } };
    assert.ok(!isGrey(0.5, 0.6, turned), 'it stays behind');
    assert.ok(isGrey(0.2, 0.6, turned), 'it stays on the ground');
    assert.equal(groundCorner(VIEW.scene, plan, 1, { x: 0.5, y: 0 }), undefined, 'the sky');
    const station = { latDeg: VIEW.scene.conditions.latitudeDeg, lonDeg: VIEW.scene.conditions.longitudeDeg };
    const behind = [-50, -40, -30].map((northM, at) => placeFrom(station, { eastM: 10 * (at % 2), northM }));
    const other = hiding({ holds: 'ground', corners: behind, heightM: 5 });
    assert.deepEqual(picture(other).luma, picture(NO_OVERLAY).luma);
  });

  it('carry texts on top of masks', () => {
    const { picture } = camera('color');
    const texts = [{ corner: 'top_left', size: 'large', lines: ['0'] }] as const;
    const { luma } = picture({ masks: [LEFT_HALF], texts });
    assert.ok(luma.subarray(0, 100 * 1280).includes(235));
  });
});
