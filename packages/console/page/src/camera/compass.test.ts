import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearingAfterKey, bearingAt, compassPoint, rosePoint, wedgePath } from './compass.ts';

describe('the compass rose', () => {
  it('has North at the top, East on the right', () => {
    assert.equal(bearingAt({ x: 0, y: -1 }), 0);
    assert.equal(bearingAt({ x: 1, y: 0 }), 90);
    assert.equal(bearingAt({ x: 0, y: 1 }), 180);
    assert.equal(bearingAt({ x: -0.5, y: 0 }), 270);
  });

  it('finds the bearing of every place it makes', () => {
    for (let bearing = 0; bearing < 360; bearing += 7) {
      const found = bearingAt(rosePoint(bearing, 0.8)) ?? Number.NaN;
      assert.ok(Math.abs(found - bearing) < 1e-9, `${bearing}: ${found}`);
    }
  });

  it('says nothing in its middle, where a finger shakes through every bearing', () => {
    assert.equal(bearingAt({ x: 0.05, y: -0.05 }), undefined);
  });

  it('draws the wedge clockwise from its left edge to its right one', () => {
    assert.equal(wedgePath(0, 90, 1), 'M0 0L-0.7071 -0.7071A1 1 0 0 1 0.7071 -0.7071Z');
    assert.match(wedgePath(0, 200, 1), /A1 1 0 1 1/);
  });

  it('turns by keys, over North too', () => {
    assert.equal(bearingAfterKey('ArrowRight', 357.2), 2);
    assert.equal(bearingAfterKey('ArrowLeft', 2), 357);
    assert.equal(bearingAfterKey('PageUp', 330), 15);
    assert.equal(bearingAfterKey('Home', 200), 0);
    assert.equal(bearingAfterKey('a', 200), undefined);
  });

  it('names the nearest of eight points', () => {
    assert.equal(compassPoint(350), 'N');
    assert.equal(compassPoint(112), 'E');
    assert.equal(compassPoint(113), 'SE');
    assert.equal(compassPoint(-45), 'NW');
  });
});
