import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { Winch } from './winch.ts';

const STEP_S = 0.0025;
function make(layerError = 0) {
  const winch = new Winch(parametersWith(), layerError, STEP_S);
  const run = (seconds: number) => {
    for (let count = 0; count < Math.round(seconds / STEP_S); count += 1) winch.step();
  };
  return { winch, run };
}

describe('the winch', () => {
  it('follows small commands as a lag of 150 ms', () => {
    const { winch, run } = make();
    winch.lengthM = 10;
    winch.commandMps = 0.3;
    run(0.15);
    near(winch.speedMps, 0.3 * 0.6321206, 1e-6);
    run(3);
    near(winch.speedMps, 0.3, 1e-6);
  });

  it('is no faster than 1.8 m/s and changes its speed by no more than 3 m/s each second', () => {
    const { winch, run } = make();
    winch.lengthM = 20;
    winch.commandMps = 9;
    run(0.2);
    near(winch.speedMps, 0.6, 1e-9);
    run(5);
    near(winch.speedMps, 1.8, 1e-6);
    winch.commandMps = -9;
    run(0.1);
    near(winch.speedMps, 1.5, 1e-6);
  });

  it('ends where its tether ends, and where it is all wound up', () => {
    const { winch, run } = make();
    winch.commandMps = 1;
    run(60);
    assert.equal(winch.lengthM, 50);
    assert.equal(winch.speedMps, 0);
    winch.commandMps = -1;
    run(60);
    assert.equal(winch.lengthM, 0);
  });

  it('does not move while it is stuck or without power', () => {
    const { winch, run } = make();
    winch.lengthM = 20;
    winch.commandMps = 1;
    run(1);
    const lengthM = winch.lengthM;
    winch.isStuck = true;
    run(5);
    assert.equal(winch.lengthM, lengthM);
    assert.equal(winch.speedMps, 0);
    winch.isStuck = false;
    winch.isPowered = false;
    run(5);
    assert.equal(winch.lengthM, lengthM);
    winch.isPowered = true;
    run(1);
    assert.ok(winch.lengthM > lengthM + 0.5);
  });

  it('counts in steps of 5 mm, with the error of its layers', () => {
    const { winch } = make(0.003);
    winch.lengthM = 40;
    near(winch.measuredM, 40.12, 1e-9);
    winch.lengthM = 40.001;
    near(winch.measuredM, 40.12, 1e-9);
    const exact = new Winch(parametersWith({ winch: { encoderStepM: 0 } }), 0, STEP_S);
    exact.lengthM = 12.3456;
    assert.equal(exact.measuredM, 12.3456);
  });

  it('gives through its clutch as much as it slips, to the end of its spool, and nothing while it is stuck', () => {
    const { winch } = make();
    winch.lengthM = 10;
    assert.equal(winch.slip(0.25), true);
    assert.equal(winch.lengthM, 10.25);
    winch.isStuck = true;
    assert.equal(winch.slip(0.25), false);
    assert.equal(winch.lengthM, 10.25);
    winch.isStuck = false;
    winch.slip(1000);
    assert.equal(winch.lengthM, parametersWith().tether.spoolM);
    assert.equal(winch.slip(1), false);
  });
});
