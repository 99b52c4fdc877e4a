import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parametersWith } from '../parameters.ts';
import { PowerSupply } from '../power/power-supply.ts';
import { Heat } from './heat.ts';
import { ThermalNode } from './thermal-node.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

/** A Kite whose rotors draw so much each, and its heat. */
function make(rotorW: readonly number[], kiteW: number) {
  const parameters = parametersWith();
  const power = new PowerSupply(parameters, false, 1, 0.1);
  power.rotorW.set(rotorW);
  power.kiteW = kiteW;
  const heat = new Heat(parameters.thermal, 20, 0.1);
  const run = (seconds: number, airspeedMps = 0, spoolShare = 1) => {
    for (let index = 0; index < Math.round(seconds / 0.1); index += 1) heat.step(power, airspeedMps, spoolShare);
  };
  return { power, heat, run };
}

const SIX_OF_50_W = Array<number>(6).fill(50);

describe('a thing that stores heat', () => {
  it('warms up as the exponential says, whatever the step', () => {
    for (const periodS of [0.1, 10]) {
      const node = new ThermalNode(1.2, 50, 20);
      for (let index = 0; index < 60 / periodS; index += 1) node.step(30, 20, 1, periodS);
      near(node.temperatureC, 20 + 36 * (1 - Math.exp(-1)), 1e-9);
    }
  });
});

describe('heat', () => {
  it('motors settle 43 K above still air at 300 W, and cooler in wind', () => {
    const { heat, run } = make(SIX_OF_50_W, 325);
    run(60);
    near(heat.motorC, 20 + 43.2 * (1 - Math.exp(-1)), 1e-6);
    run(1000);
    near(heat.motorC, 63.2, 1e-3);
    run(1000, 10);
    near(heat.motorC, 20 + 43.2 / 2.5, 1e-3);
  });

  it('the hottest motor counts: four that carry what six did', () => {
    const { heat, run } = make([92, 0, 92, 92, 0, 92], 393);
    run(1000);
    near(heat.motorC, 20 + 0.12 * 92 * 7.2, 1e-3);
    near(heat.motors[1]?.temperatureC ?? 0, 20, 1e-9);
  });

  it('the converter settles 33 K above the air at 325 W', () => {
    const { heat, run } = make(SIX_OF_50_W, 325);
    run(160);
    near(heat.converter.temperatureC, 20 + 32.5 * (1 - Math.exp(-1)), 1e-6);
  });

  it('clogged and in hot air everything on the Kite gets hotter, and slower', () => {
    const { heat, run } = make(SIX_OF_50_W, 325);
    heat.ambientC = 45;
    heat.resistanceFactor = 3;
    run(180);
    near(heat.motorC, 45 + 129.6 + (20 - 45 - 129.6) * Math.exp(-1), 1e-6);
    near(heat.converter.temperatureC, 45 + 97.5 + (20 - 45 - 97.5) * Math.exp(-180 / 480), 1e-6);
  });

  it('the spool is warmed by the line that is on it: ten times as much with 5 m out as with 45 m', () => {
    const { power, heat, run } = make(SIX_OF_50_W, 325);
    power.line.meetConditions(112, 20);
    power.line.carry(112, 325);
    const lossW = power.line.lossW;
    run(10_000, 0, 0.1);
    near(heat.spool.temperatureC, 20 + 0.08 * lossW, 1e-3);
    run(10_000, 0, 0.9);
    near(heat.spool.temperatureC, 20 + 0.72 * lossW, 1e-3);
    near(heat.wireC(0.5), 20 + 0.36 * lossW, 1e-3);
  });
});
