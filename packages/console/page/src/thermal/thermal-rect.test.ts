import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pointWithin, rectWithin, WHOLE } from './thermal-rect.ts';

describe('the thermal picture in the colour picture', () => {
  const thermal = { horizontalDeg: 45, verticalDeg: 36 };

  it('covers all of it when both see the same', () => {
    assert.deepEqual(rectWithin(thermal, thermal), WHOLE);
  });

  it('lies in the middle of a wider one, by tangents and not by angles', () => {
    const { height, width, x, y } = rectWithin({ horizontalDeg: 90, verticalDeg: 60 }, thermal);
    assert.ok(Math.abs(width - Math.tan(Math.PI / 8)) < 1e-12, `${width}`);
    assert.ok(Math.abs(height - Math.tan(Math.PI / 10) / Math.tan(Math.PI / 6)) < 1e-12);
    assert.ok(Math.abs(2 * x + width - 1) < 1e-12 && Math.abs(2 * y + height - 1) < 1e-12);
  });

  it('reaches beyond one that is zoomed in', () => {
    const { width, x } = rectWithin({ horizontalDeg: 5, verticalDeg: 4 }, thermal);
    assert.ok(width > 9 && x < -4);
  });

  it('has the temperature of a point where its picture is, and none beside it', () => {
    const rect = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    assert.deepEqual(pointWithin(rect, { x: 0.5, y: 0.25 }), { x: 0.5, y: 0 });
    assert.equal(pointWithin(rect, { x: 0.2, y: 0.5 }), undefined);
    assert.equal(pointWithin(rect, { x: 0.5, y: 0.8 }), undefined);
  });
});
