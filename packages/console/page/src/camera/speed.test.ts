import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSpeeds, heldShare, speedOf, stickWay, usefulSpeed } from './speed.ts';

const LIMITS = { slowestDps: 2, fastestDps: 25 };

describe('the speed of the camera', () => {
  it('is the camera’s fastest in a wide picture, and slower the further it is zoomed in', () => {
    assert.equal(usefulSpeed(LIMITS, 95), 25);
    assert.equal(usefulSpeed(LIMITS, 25), 10);
    assert.equal(usefulSpeed(LIMITS, 3), 2);
  });

  it('grows while a key is held, from a quarter to all of it', () => {
    assert.equal(heldShare(0), 0.25);
    assert.equal(heldShare(0.6), 0.625);
    assert.equal(heldShare(1.2), 1);
    assert.equal(heldShare(60), 1);
  });

  it('is nothing for a stick that rests beside its middle, fine at first and full at the end', () => {
    assert.deepEqual(stickWay(0.1, -0.09), { right: 0, down: 0 });
    assert.deepEqual(stickWay(1, 0), { right: 1, down: 0 });
    assert.ok(stickWay(0.57, 0).right < 0.26);
    const diagonal = stickWay(-0.8, 0.8);
    assert.ok(Math.abs(Math.hypot(diagonal.right, diagonal.down) - 1) < 1e-9, 'a square gate is no faster');
    assert.ok(diagonal.right < 0 && diagonal.down > 0);
    assert.deepEqual(stickWay(Number.NaN, 0), { right: 0, down: 0 });
  });

  it('is never one that the station refuses: nothing, or from the slowest to the fastest', () => {
    for (let way = -2; way <= 2; way += 0.01) {
      const { panDps, tiltDps } = speedOf({ right: way, down: -way }, 25, LIMITS);
      for (const speed of [panDps, tiltDps]) {
        assert.ok(speed === 0 || (Math.abs(speed) >= 2 && Math.abs(speed) <= 25), `${way}: ${speed}`);
      }
    }
    assert.deepEqual(speedOf({ right: 0.05, down: 0.03 }, 25, LIMITS), { panDps: 2, tiltDps: 0 });
  });

  it('adds up what several inputs want, within the limits', () => {
    const sum = addSpeeds(
      [
        { panDps: 20, tiltDps: 0 },
        { panDps: 20, tiltDps: -5 },
      ],
      LIMITS,
    );
    assert.deepEqual(sum, { panDps: 25, tiltDps: -5 });
    assert.deepEqual(addSpeeds([], LIMITS), { panDps: 0, tiltDps: 0 });
  });
});
