import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { Rotors } from './rotor.ts';

const rotorsAt = (stepS: number) => new Rotors(DEFAULT_PARAMETERS.rotor, DEFAULT_PARAMETERS.kite.yawInertiaKgM2, stepS);

function run(rotors: Rotors, commandN: number, steps: number): void {
  rotors.commandN = commandN;
  for (let index = 0; index < steps; index += 1) rotors.step();
}

describe('rotors', () => {
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

  it('turn the Kite with 2.95 rad/s^2 at half thrust, and with the margin that is kept for it at full thrust', () => {
    const rotors = rotorsAt(0.0025);
    run(rotors, 18, 1000);
    near((rotors.yawAuthorityDps2 * Math.PI) / 180, 2.948, 1e-3);
    run(rotors, 1000, 1000);
    near((rotors.yawAuthorityDps2 * Math.PI) / 180, (6 * 0.15 * 6.003 * 0.016) / 0.0977, 1e-3);
  });

  it('of a kind differ in their torque: by seed, in proportion to the thrust, and in the mean not at all', () => {
    const { rotor, kite } = DEFAULT_PARAMETERS;
    const imbalance = (seed: number, newton: number) => {
      const rotors = new Rotors(rotor, kite.yawInertiaKgM2, 0.0025, randomStream(seed, 'rotor spread'));
      run(rotors, newton, 1000);
      return rotors.imbalanceDps2;
    };
    near(imbalance(3, 24), imbalance(3, 12) * 2, 1e-9);
    assert.notEqual(imbalance(3, 12), imbalance(4, 12));
    const all = Array.from({ length: 400 }, (_, seed) => imbalance(seed, 18));
    const sd = Math.sqrt(all.reduce((sum, value) => sum + value * value, 0) / all.length);
    const wanted = ((0.02 * 3 * Math.sqrt(6) * 0.016) / 0.0977) * (180 / Math.PI);
    near(sd / wanted, 1, 0.12);
  });
});

describe('rotors of which some are not healthy', () => {
  it('tip the Kite towards a motor that has stopped, until the one that faces it is stopped too', () => {
    const rotors = rotorsAt(0.0025);
    rotors.effectiveness[0] = 0;
    run(rotors, 18, 1000);
    // The first rotor is 30 degrees right of the nose: lift is missing there, and the Kite leans that way.
    near(rotors.unevenForward, (3 * 0.215 * Math.cos(Math.PI / 6)) / 0.04, 1e-6);
    near(rotors.unevenRight, (3 * 0.215 * Math.sin(Math.PI / 6)) / 0.04, 1e-6);
    rotors.allocation.know(0, 0);
    run(rotors, 18, 1000);
    near(rotors.unevenForward, 0, 1e-9);
    near(rotors.unevenRight, 0, 1e-9);
    near(rotors.totalN, 18, 1e-9);
    assert.equal(rotors.isYawFree, true);
    assert.equal(rotors.yawAuthorityDps2, 0);
  });

  it('turn the Kite by the reaction torque that is missing', () => {
    const rotors = rotorsAt(0.0025);
    rotors.effectiveness[1] = 0;
    run(rotors, 18, 1000);
    near((rotors.imbalanceDps2 * Math.PI) / 180, (3 * 0.016) / 0.0977, 1e-6);
  });

  it('spend power on a weak motor as on a healthy one, and none on a dead one', () => {
    const rotors = rotorsAt(0.0025);
    rotors.effectiveness[2] = 0.7;
    rotors.effectiveness[3] = 0;
    run(rotors, 18, 1000);
    near(rotors.drivenN(2), 3, 1e-9);
    near(rotors.thrustN[2] ?? 0, 2.1, 1e-9);
    assert.equal(rotors.drivenN(3), 0);
  });
});
