import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { TiltLoop } from './tilt-loop.ts';

describe('the tilt loop', () => {
  it('leans alike to all sides', () => {
    const tilt = new TiltLoop(DEFAULT_PARAMETERS.attitude, 0.0025);
    for (let step = 1; step <= 400; step += 1) {
      tilt.step({ leanEast: 1, leanNorth: -1 });
      assert.equal(tilt.north, -tilt.east);
      assert.ok(Math.abs(tilt.stretch - Math.sqrt(1 + 2 * tilt.east * tilt.east)) < 1e-12);
    }
  });
});
