import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lagShare } from '../first-order-lag.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { Rotors } from './rotor.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

const rotorsAt = (stepS: number) => new Rotors(DEFAULT_PARAMETERS.rotor, DEFAULT_PARAMETERS.kite.yawInertiaKgM2, stepS);

function run(rotors: Rotors, commandN: number, steps: number): void {
  rotors.commandN = commandN;
  for (let index = 0; index < steps; index += 1) rotors.step();
}

describe('rotors', () => {
  it('V15: follow a command as a first-order lag of 25 ms, exactly', () => {
    near(lagShare(0.0025, 0.025), 0.0951626, 1e-7);
    const rotors = rotorsAt(0.0025);
    const shares = new Map<number, number>();
    for (let step = 1; step <= 20; step += 1) {
      run(rotors, 18, 1);
      shares.set(step, rotors.totalN / 18);
    }
    for (const [step, timeS] of [
      [1, 0.0025],
      [10, 0.025],
      [20, 0.05],
    ] as const) {
      near(shares.get(step) ?? Number.NaN, 1 - Math.exp(-timeS / 0.025), 1e-12);
    }
  });

  it('give the same thrust after the same time whatever the step', () => {
    const slow = rotorsAt(0.01);
    const fast = rotorsAt(0.000625);
    run(slow, 20, 5);
    run(fast, 20, 80);
    near(slow.totalN, fast.totalN, 1e-12);
  });

  it('give no more than they can, and nothing below zero', () => {
    const rotors = rotorsAt(0.0025);
    run(rotors, 1000, 1000);
    near(rotors.totalN, 36.018, 1e-9);
    run(rotors, -5, 1000);
    near(rotors.totalN, 0, 1e-9);
  });

  it('lose the share of a failed motor', () => {
    const rotors = rotorsAt(0.0025);
    rotors.effectiveness[2] = 0;
    run(rotors, 18, 1000);
    near(rotors.totalN, 15, 1e-9);
  });

  it('turn the Kite with 2.95 rad/s^2 at half thrust, and not at all at full thrust', () => {
    const rotors = rotorsAt(0.0025);
    run(rotors, 18, 1000);
    near((rotors.yawAuthorityDps2 * Math.PI) / 180, 2.948, 1e-3);
    run(rotors, 1000, 1000);
    near(rotors.yawAuthorityDps2, 0, 1e-9);
  });
});
