import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestTurn, wrap180, wrap360 } from './angles.ts';

describe('angles', () => {
  it('are the same direction in (-180, 180]', () => {
    const cases = [
      [0, 0],
      [180, 180],
      [-180, 180],
      [181, -179],
      [540, 180],
      [-190, 170],
      [720, 0],
      [-359, 1],
      [359.5, -0.5],
    ];
    for (const [angle = 0, wrapped] of cases) assert.equal(wrap180(angle), wrapped, `${angle}`);
  });

  it('are the same direction in [0, 360), also where rounding would make 360 of it', () => {
    assert.equal(wrap360(-90), 270);
    assert.equal(wrap360(-10), 350);
    assert.equal(wrap360(720), 0);
    assert.equal(wrap360(360), 0);
    assert.equal(wrap360(725), 5);
    assert.ok(wrap360(-1e-15) < 360);
  });

  it('go on over North without a jump', () => {
    assert.equal(nearestTurn(359, 1), 361);
    assert.equal(nearestTurn(721, 359), 719);
  });
});
