import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { directionAt, type View } from '@kitestring/station-contract/camera/pinhole.ts';
import { type LocatedPlace, locate, USUAL_ERRORS } from '@kitestring/station-contract/place/locate.ts';
import { pixelOf } from './picture-place.ts';

const SEED = 61;
const SIZE = { widthPx: 1280, heightPx: 720 };
const viewpoint = {
  camera: { at: { latDeg: 46.5, lonDeg: 11.35 }, heightM: 45, groundM: 300 },
  errors: USUAL_ERRORS,
};

describe('a place in the picture', () => {
  it(`is drawn where it was clicked, to a hundredth of a pixel (seed ${SEED})`, () => {
    const random = new UniformStream(SEED);
    for (let turn = 0; turn < 500; turn += 1) {
      const view: View = {
        panDeg: random.uniform() * 360 - 180,
        tiltDeg: 20 + random.uniform() * 60,
        rollDeg: random.uniform() * 10 - 5,
        horizontalDeg: 30,
        verticalDeg: 17,
      };
      const point = { x: random.uniform(), y: random.uniform() };
      const place = locate(viewpoint, directionAt(view, point)) as LocatedPlace;
      const pixel = pixelOf(viewpoint, view, SIZE, place.at);
      const missPx = Math.hypot((pixel?.xPx ?? 0) - point.x * 1280, (pixel?.yPx ?? 0) - point.y * 720);
      assert.ok(missPx < 0.01, `${missPx} px, seed ${SEED}, turn ${turn}`);
    }
  });

  it('is not drawn beside the picture, nor behind the camera', () => {
    const view: View = { panDeg: 0, tiltDeg: 30, rollDeg: 0, horizontalDeg: 30, verticalDeg: 17 };
    const at = (latDeg: number, lonDeg: number) => pixelOf(viewpoint, view, SIZE, { latDeg, lonDeg });
    assert.ok(at(46.5007, 11.35));
    assert.equal(at(46.5007, 11.36), undefined);
    assert.equal(at(46.4993, 11.35), undefined);
  });
});
