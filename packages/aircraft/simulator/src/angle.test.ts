import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestTurn, wrap180, wrap360 } from './angle.ts';

describe('angles', () => {
  it('keeps a direction in [0, 360), whatever the number of turns', () => {
    assert.equal(wrap360(-725), 355);
    assert.equal(wrap360(720), 0);
    assert.equal(Object.is(wrap360(-360), 0), true);
    assert.equal(wrap360(-1e-15), 0);
  });

  it('keeps half a turn positive', () => {
    assert.equal(wrap180(180), 180);
    assert.equal(wrap180(-180), 180);
    assert.equal(wrap180(181), -179);
  });

  it('finds the nearest unwrapped angle after several turns', () => {
    assert.equal(nearestTurn(1085, 350), 1070);
    assert.equal(nearestTurn(-350, 0), -360);
  });
});
