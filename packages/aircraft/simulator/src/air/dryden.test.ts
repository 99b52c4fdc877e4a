import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { Dryden, verticalScaleM, W20_MPS } from './dryden.ts';

describe('Dryden turbulence', () => {
  it('has the scales of 3 m where the formulas end', () => {
    assert.equal(verticalScaleM(0), 3);
  });

  it('goes on without a jump when height and wind change', () => {
    const dryden = new Dryden(randomStream(6, 'dryden'), 0.02);
    let last = 0;
    for (let index = 0; index < 5000; index += 1) {
      if (index % 10 === 0) dryden.setConditions(1 + index / 100, 2 + index / 500, W20_MPS.moderate);
      dryden.step();
      assert.ok(Math.abs(dryden.upMps - last) < 1.6);
      last = dryden.upMps;
    }
  });
});
