import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import type { EnuPosition } from '../enu-position.ts';
import { MagneticDipole } from './magnetic-dipole.ts';

const at = (eastM: number, northM: number, upM: number): EnuPosition => ({ eastM, northM, upM });

function field(dipole: MagneticDipole, place: EnuPosition): readonly number[] {
  dipole.meet(place);
  return [dipole.eastUt, dipole.northUt, dipole.upUt];
}

describe('a magnetic dipole', () => {
  it('has the given field where it is given, also beside it and above it', () => {
    for (const place of [at(0, 0, -1), at(6, 0, 15), at(-3, 8, 2)]) {
      const [east, north, up] = field(new MagneticDipole(place, { eastUt: 12, northUt: -5 }, 10), at(0, 0, 10));
      near(east, 12, 1e-9);
      near(north, -5, 1e-9);
      near(up, 0, 1e-9);
    }
  });

  it('falls with the cube of the distance', () => {
    const dipole = new MagneticDipole(at(0, 0, -1), { eastUt: 15, northUt: 0 }, 1);
    for (const heightM of [0, 2, 10, 40]) {
      near(field(dipole, at(0, 0, heightM))[0], 15 * (2 / (heightM + 1)) ** 3, 1e-12);
    }
  });

  it('points the other way along its axis, twice as strong, and has an upright part in between', () => {
    const dipole = new MagneticDipole(at(0, 0, 0), { eastUt: 15, northUt: 0 }, 4);
    near(field(dipole, at(4, 0, 0))[0], -30, 1e-9);
    near(field(dipole, at(0, 4, 0))[0], 15, 1e-9);
    const side = 4 / Math.SQRT2;
    const [east, north, up] = field(dipole, at(side, 0, side));
    near(east, -7.5, 1e-9);
    near(north, 0, 1e-9);
    near(up, -22.5, 1e-9);
  });

  it('is never endless, where it stands', () => {
    const dipole = new MagneticDipole(at(0, 0, 0), { eastUt: 15, northUt: 0 }, 1);
    assert.deepEqual(field(dipole, at(0, 0, 0)), [15 * 8, 0, 0]);
  });
});
