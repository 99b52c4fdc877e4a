import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TurnCounter } from './turn-counter.ts';

describe('TurnCounter', () => {
  it('counts half a turn clockwise over the seam at 180', () => {
    const turn = new TurnCounter(90, 1);
    assert.deepEqual(
      [120, 179, -170, -90].map((deg) => turn.observe(deg)),
      [30, 89, 100, 180],
    );
  });

  it('counts half a turn anticlockwise', () => {
    const turn = new TurnCounter(-90, -1);
    assert.deepEqual(
      [-120, -179, 170, 90].map((deg) => turn.observe(deg)),
      [30, 89, 100, 180],
    );
  });

  it('takes a small step back for noise, and a large one for most of a turn', () => {
    const turn = new TurnCounter(0, 1);
    assert.equal(turn.observe(-2), -2);
    assert.equal(turn.observe(-102), 258);
  });
});
