import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meanWindMps } from './wind-profile.ts';

describe('the wind profile', () => {
  it('V36: follows the power law', () => {
    const cases = [
      [5, 1 / 7, 7.245789],
      [25, 1 / 7, 9.118818],
      [45, 1 / 7, 9.917588],
      [45, 1 / 4, 11.651803],
    ] as const;
    for (const [heightM, exponent, expected] of cases) {
      assert.ok(Math.abs(meanWindMps(8, heightM, exponent) - expected) <= 1e-6);
    }
  });

  it('does not vanish at the ground', () => {
    assert.equal(meanWindMps(8, 0, 1 / 7), meanWindMps(8, 2, 1 / 7));
  });
});
