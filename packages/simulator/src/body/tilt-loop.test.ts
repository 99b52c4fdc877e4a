import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { TiltLoop } from './tilt-loop.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('the tilt loop', () => {
  it('V16: answers a step as a second-order system of 12 rad/s and damping 0.7', () => {
    const tilt = new TiltLoop(DEFAULT_PARAMETERS.attitude, 0.0025);
    const response = [0];
    for (let step = 1; step <= 400; step += 1) {
      tilt.step({ leanEast: 1, leanNorth: -1 });
      response.push(tilt.east);
      assert.equal(tilt.north, -tilt.east);
    }
    const peak = Math.max(...response);
    near(peak, 1.045988, 1e-4);
    near(response.indexOf(peak) * 0.0025, 0.366592, 0.0025);
    near(response[40] ?? 0, 0.397495, 1e-6);
    near(response[120] ?? 0, 1.025106, 1e-6);
  });
});
