import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CAMERA_LENSES, fieldOfView, type Lens, lensOf } from './lens.ts';

/** Published figures are rounded to a hundredth. */
function assertFieldOfView(lens: Lens, zoom: number, wideDeg: number, highDeg: number): void {
  const { horizontalDeg, verticalDeg } = fieldOfView(lens, zoom);
  assert.ok(Math.abs(horizontalDeg - wideDeg) < 0.006, `${horizontalDeg} is not ${wideDeg}`);
  assert.ok(Math.abs(verticalDeg - highDeg) < 0.006, `${verticalDeg} is not ${highDeg}`);
}

describe('the lenses of the published cameras', () => {
  it('see what is published: 95.57 x 63.6 degrees in colour, half of it at zoom 2, 23.83 x 17.98 degrees in thermal', () => {
    const zoom = lensOf('Camera 2nd Generation', 'zoom');
    const thermal = lensOf('Camera 2nd Generation', 'thermal');
    assert.ok(zoom !== undefined && thermal !== undefined);
    assertFieldOfView(zoom, 1, 95.57, 63.6);
    assertFieldOfView(zoom, 2, 47.785, 31.8);
    assertFieldOfView(thermal, 1, 23.83, 17.98);
  });

  it('have pictures of an even size with square pixels at zoom 1', () => {
    for (const lens of Object.values(CAMERA_LENSES).flat()) {
      assert.equal((lens.frameWidth | lens.frameHeight) & 1, 0, lens.streamId);
      const pitch = lens.sensorWidthMm / lens.frameWidth;
      assert.ok(Math.abs(pitch / (lens.sensorHeightMm / lens.frameHeight) - 1) < 1e-9, lens.streamId);
    }
  });

  it('are not there for a stream that a model does not have', () => {
    assert.equal(lensOf('Camera 1st Generation', 'zoom'), undefined);
  });
});
