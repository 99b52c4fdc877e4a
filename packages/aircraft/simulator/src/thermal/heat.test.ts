import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { PowerSupply } from '../power/power-supply.ts';
import { Heat } from './heat.ts';
import { ThermalNode } from './thermal-node.ts';

const HOVER_WASH_MPS = 6.24;
/** Remaining share of the thermal resistance of a motor at rest in still air, in this wind and wash. */
const share = (windMps: number, washMps: number) => 1 / (1 + 0.15 * Math.hypot(windMps, washMps));

/** A Kite whose rotors draw so much each, and its heat. Their wash grows with the third root of their power. */
function make(rotorW: readonly number[], kiteW: number) {
  const parameters = parametersWith();
  const power = new PowerSupply(parameters, false, 1, 0.1);
  power.rotorW.set(rotorW);
  power.washMps.set(rotorW.map((watt) => HOVER_WASH_MPS * Math.cbrt(watt / 34)));
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
  it('motors settle 29 K above still air at a hover of 204 W, as by 1.2 K/W', () => {
    const { heat, run } = make(Array<number>(6).fill(34), 230);
    run(2000);
    near(heat.motorC, 20 + 0.12 * 204 * 2.32 * share(0, HOVER_WASH_MPS), 1e-6);
    near(heat.motorC, 20 + 0.12 * 204 * 1.2, 0.1);
    run(2000, 10);
    near(heat.motorC, 20 + 0.12 * 204 * 2.32 * share(10, HOVER_WASH_MPS), 1e-6);
  });

  it('motors and converter get hotter the more they draw, in a calm and in any wind', () => {
    for (const windMps of [0, 4, 8, 14, 20]) {
      const settled = [15, 34, 50, 65, 90].map((watt) => {
        const { heat, run } = make(Array<number>(6).fill(watt), 6 * watt + 30);
        run(2000, windMps);
        return [heat.motorC, heat.converter.temperatureC] as const;
      });
      for (let index = 1; index < settled.length; index += 1) {
        const [motorC, converterC] = settled[index] as readonly [number, number];
        const [motorBeforeC, converterBeforeC] = settled[index - 1] as readonly [number, number];
        assert.ok(motorC > motorBeforeC + 1, `motors ${motorBeforeC} then ${motorC} C in ${windMps} m/s`);
        assert.ok(converterC > converterBeforeC + 0.5, `converter ${converterBeforeC} then ${converterC} C`);
      }
    }
  });

  it('the hottest motor counts: four that carry what six did', () => {
    const { heat, run } = make([92, 0, 92, 92, 0, 92], 393);
    run(2000);
    const washMps = HOVER_WASH_MPS * Math.cbrt(92 / 34);
    near(heat.motorC, 20 + 0.12 * 92 * 6 * 2.32 * share(0, washMps), 1e-3);
    near(heat.motors[1]?.temperatureC ?? 0, 20, 1e-9);
  });

  it('a motor at rest has no wash to cool it: it takes twice the time of a hover', () => {
    const { power, heat, run } = make(Array<number>(6).fill(34), 230);
    run(2000);
    const settledC = heat.motorC;
    power.rotorW.fill(0);
    power.washMps.fill(0);
    run(2.32 * 50);
    near(heat.motorC, 20 + (settledC - 20) * Math.exp(-1), 1e-6);
  });

  it('the converter settles in the mean wash of the six', () => {
    const { heat, run } = make(SIX_OF_50_W, 325);
    run(5000);
    near(heat.converter.temperatureC, 20 + 0.05 * 325 * 3.87 * share(0, HOVER_WASH_MPS * Math.cbrt(50 / 34)), 1e-6);
  });

  it('clogged and in hot air everything on the Kite gets hotter, and slower', () => {
    const { heat, run } = make(SIX_OF_50_W, 325);
    heat.ambientC = 45;
    heat.resistanceFactor = 3;
    run(180);
    const left = share(0, HOVER_WASH_MPS * Math.cbrt(50 / 34));
    const motorK = 3 * 36 * 2.32 * left;
    const converterK = 3 * 16.25 * 3.87 * left;
    near(heat.motorC, 45 + motorK - (25 + motorK) * Math.exp(-180 / (3 * 2.32 * 50 * left)), 1e-6);
    const converterS = 3 * 3.87 * 80 * left;
    near(heat.converter.temperatureC, 45 + converterK - (25 + converterK) * Math.exp(-180 / converterS), 1e-6);
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
