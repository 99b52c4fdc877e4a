import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inducedPowerW } from './rotor-power.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('the power of the rotors', () => {
  it('grows with the thrust to the power of 3/2, so that four rotors need more than six for the same', () => {
    const six = 6 * inducedPowerW(3, 1.225, 0.1);
    near((6 * inducedPowerW(6, 1.225, 0.1)) / six, 2 ** 1.5, 1e-12);
    near((4 * inducedPowerW(4.5, 1.225, 0.1)) / six, Math.sqrt(1.5), 1e-12);
    assert.equal(inducedPowerW(0, 1.225, 0.1), 0);
  });
});
