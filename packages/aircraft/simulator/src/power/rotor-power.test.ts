import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { groundShare, inducedPowerW, inducedShare, RotorPower } from './rotor-power.ts';

describe('the power of the rotors', () => {
  it('grows with the thrust to the power of 3/2, so that four rotors need more than six for the same', () => {
    const six = 6 * inducedPowerW(3, 1.225, 0.1);
    near((6 * inducedPowerW(6, 1.225, 0.1)) / six, 2 ** 1.5, 1e-12);
    near((4 * inducedPowerW(4.5, 1.225, 0.1)) / six, Math.sqrt(1.5), 1e-12);
    assert.equal(inducedPowerW(0, 1.225, 0.1), 0);
  });

  it('falls with the speed across, rises where the disc leans into the wind, and is that of momentum theory at hover', () => {
    const rotor = new RotorPower(parametersWith().rotor);
    const at = (acrossMps: number, throughMps: number) => {
      rotor.update(3, 1.225, { acrossMps, throughMps, aboveGroundM: 20 });
      return { watt: rotor.electricalW, washMps: rotor.washMps };
    };
    near(at(0, 0).watt, inducedPowerW(3, 1.225, 0.1) / 0.55, 0.02);
    const powers = [0, 3, 6, 10, 14].map((acrossMps) => at(acrossMps, 0));
    for (let index = 1; index < powers.length; index += 1) {
      assert.ok((powers[index]?.watt ?? 0) < (powers[index - 1]?.watt ?? 0));
      assert.ok((powers[index]?.washMps ?? 0) < (powers[index - 1]?.washMps ?? 0));
    }
    // Drag that is held: thrust times the speed through the disc, through propeller and motor.
    near(at(14, 4).watt - at(14, 0).watt, 3 * (4 + at(14, 4).washMps - at(14, 0).washMps) * (0.65 / 0.55), 1e-9);
  });

  it('does not fall in a slow descent, where the wash comes back as a ring: not so across a wind', () => {
    const ofHover = (across: number, through: number) => through + inducedShare(across, through);
    for (const through of [-0.1, -0.2, -0.3]) {
      assert.ok(ofHover(0, through) > 0.95, `${ofHover(0, through)} at ${through}`);
      assert.ok(ofHover(1.2, through) < ofHover(1.2, 0) - 0.5 * -through);
    }
    // By how much less the wash is a ring, the faster the air comes across: not at all from 0.95 of its speed on.
    const glauert = (across: number) => {
      let share = 1;
      for (let step = 0; step < 200; step += 1) share = 0.5 * share + 0.5 / Math.hypot(share - 0.5, across);
      return share;
    };
    const ringBy = (across: number) => inducedShare(across, -0.5) - glauert(across);
    near(ringBy(0.8) / ringBy(0), 1 - (0.8 / 0.95) ** 2, 1e-3);
    near(ringBy(0.96), 0, 1e-6);
    // Without a jump where the ring ends.
    near(inducedShare(0.95 - 1e-9, -0.5), inducedShare(0.95 + 1e-9, -0.5), 1e-6);
    near(inducedShare(0, -2 + 1e-9), inducedShare(0, -2 - 1e-9), 0.03);
  });

  it('is any speed of the air still a number, for a rotor that hardly turns too', () => {
    for (const across of [0, 0.3, 1, 5, 1e6]) {
      for (const through of [-1e6, -30, -3, -2, -1, 0, 1, 30, 1e6]) {
        const share = inducedShare(across, through);
        assert.ok(share >= 0 && share < 3, `${share} at ${across}, ${through}`);
      }
    }
  });

  it('is less over the ground, and only there', () => {
    near(groundShare(0.1, 0.1), 1 - 1 / 16, 1e-12);
    near(groundShare(0.2, 0.1), 1 - 1 / 64, 1e-12);
    near(groundShare(20, 0.1), 1, 1e-5);
  });
});
