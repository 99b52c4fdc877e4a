import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { FreeTail } from './free-tail.ts';

function hung(lengthM: number, airEastMps: number, airUpMps = 0, kiteUpM = 100): FreeTail {
  const tail = new FreeTail(parametersWith().tether);
  Object.assign(tail, { lengthM, airEastMps, airNorthMps: 0, airUpMps });
  tail.hang(kiteUpM);
  return tail;
}

describe('the tail of a cut tether', () => {
  it('pulls downwind with about a newton in any wind: the more it streams, the less it bears', () => {
    for (const [windMps, pullN] of [
      [8, 1.115],
      [10, 1.08],
      [12, 1.001],
      [15, 0.874],
    ] as const) {
      const { eastN, northN } = hung(35, windMps);
      near(eastN, pullN, 0.001);
      near(northN, 0, 1e-12);
    }
  });

  it('hangs straight down in still air, and only as far as the ground', () => {
    near(hung(35, 0).upN, -2.231, 1e-3);
    near(hung(35, 0, 0, 10).upN, -0.6374, 1e-3);
    const streaming = hung(35, 10, 0, 10);
    near(streaming.hangingM * Math.cos(streaming.angle), 10, 1e-9);
  });

  it('is lifted by air that comes from below, as when the Kite sinks', () => {
    assert.ok(hung(35, 8, 1.5).angle > hung(35, 8).angle);
    assert.ok(hung(35, 8, -1.5).angle < hung(35, 8).angle);
  });
});
