import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { meanWindMps } from './wind-profile.ts';

describe('the wind profile', () => {
  it('follows the logarithmic law close to the ground: half of the wind of 2 m where the Kite stands', () => {
    const at = (heightM: number) => meanWindMps(8, heightM, 1 / 7);
    near(at(2), 8 * 0.2 ** (1 / 7), 1e-12, '2 m');
    // Roughness of open country: 41 mm.
    const roughnessM = 45 * Math.exp(-7);
    near(at(1), (at(2) * Math.log(1 / roughnessM)) / Math.log(2 / roughnessM), 1e-12, '1 m');
    near(at(0.3), 3.2, 0.1, '0.3 m');
    near(at(2 - 1e-9), at(2), 1e-8, 'without a step');
  });

  it('does not vanish at the ground, grows with the height over any terrain, and an even wind is even', () => {
    assert.equal(meanWindMps(8, -0.3, 1 / 7), meanWindMps(8, 0.3, 1 / 7));
    assert.equal(meanWindMps(8, 0, 0), 8);
    for (const exponent of [0.001, 0.05, 0.1, 1 / 7, 0.25, 0.4, 1]) {
      const winds = [0, 0.4, 1, 1.9, 2, 5, 10].map((heightM) => meanWindMps(8, heightM, exponent));
      assert.ok(
        winds.every((wind, index) => wind > 0 && wind >= (winds[index - 1] ?? 0)),
        `${exponent}: ${winds}`,
      );
    }
  });
});
