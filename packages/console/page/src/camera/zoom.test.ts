import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slider, triggerFactor, wheelFactor, zoomMarks, zoomOfSlider, zoomWithin } from './zoom.ts';

const RANGE = { minimum: 1, maximum: 32 };

describe('zoom', () => {
  it('goes closer with a wheel turned away from the user, and back by the same turn', () => {
    const closer = wheelFactor({ deltaY: -100, deltaMode: 0 });
    assert.equal(closer, 1.2);
    assert.ok(Math.abs(closer * wheelFactor({ deltaY: 100, deltaMode: 0 }) - 1) < 1e-12);
  });

  it('takes lines and pages of a wheel for about as much as its notches in pixels', () => {
    assert.ok(Math.abs(wheelFactor({ deltaY: -3, deltaMode: 1 }) - 1.2) < 0.01);
    assert.ok(wheelFactor({ deltaY: -1, deltaMode: 2 }) > 1.2);
  });

  it('does not leap when the wheel is spun', () => {
    assert.equal(wheelFactor({ deltaY: -100_000, deltaMode: 0 }), 1.2 ** 4);
  });

  it('stays in its range, in hundredths', () => {
    assert.equal(zoomWithin(RANGE, 0.2), 1);
    assert.equal(zoomWithin(RANGE, 99), 32);
    assert.equal(zoomWithin(RANGE, 2.34567), 2.35);
  });

  it('has equal factors for equal ways of the slider', () => {
    assert.equal(slider(RANGE, 1), 0);
    assert.equal(slider(RANGE, 32), 1);
    assert.ok(Math.abs(slider(RANGE, 4) - 0.4) < 1e-12);
    assert.equal(zoomOfSlider(RANGE, 0.4), 4);
    assert.equal(slider({ minimum: 1, maximum: 1 }, 1), 0);
  });

  it('marks each doubling', () => {
    assert.deepEqual(zoomMarks(RANGE), [1, 2, 4, 8, 16, 32]);
    assert.deepEqual(zoomMarks({ minimum: 1, maximum: 1 }), [1]);
  });

  it('doubles while a trigger is pressed, and holds when both are', () => {
    assert.equal(triggerFactor(1, 0, 0.8), 2);
    assert.equal(triggerFactor(0, 1, 0.8), 0.5);
    assert.equal(triggerFactor(0.7, 0.7, 5), 1);
  });
});
