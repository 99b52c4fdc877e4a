import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { parametersWith } from '../parameters.ts';
import { PowerSupply } from './power-supply.ts';

const PERIOD_S = 0.1;
const WEIGHT_N = 1.2 * GRAVITY_MPS2;
const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

function run(power: PowerSupply, seconds: number, thrustN: number): void {
  for (let index = 0; index < Math.round(seconds / PERIOD_S); index += 1) power.step(thrustN);
}

describe('the power supply', () => {
  it('starts with full batteries, and keeps them full from the mains', () => {
    const power = new PowerSupply(parametersWith(), PERIOD_S);
    run(power, 3600, WEIGHT_N);
    assert.equal(power.kiteBattery.percent, 100);
    assert.equal(power.groundStationBattery.percent, 100);
    near(power.groundStationBattery.voltageV, 3 * 4.173, 1e-9);
  });

  it('charges at half the capacity per hour, and not without the mains', () => {
    const power = new PowerSupply(parametersWith({ power: { initialPercent: 40 } }), PERIOD_S);
    run(power, 1800, 0);
    near(power.kiteBattery.percent, 65, 0.01);
    near(power.groundStationBattery.percent, 65, 0.01);
    power.isMainPowerPresent = false;
    run(power, 600, 0);
    near(power.kiteBattery.percent, 65, 0.01);
  });

  it('motors warm up in a minute: by 25 K at hover, by the power 3/2 of the thrust', () => {
    const power = new PowerSupply(parametersWith(), PERIOD_S);
    run(power, 60, WEIGHT_N);
    near(power.motorC, 20 + 25.2 * (1 - Math.exp(-1)), 0.01);
    run(power, 1000, 2 * WEIGHT_N);
    near(power.motorC, 20 + 25.2 * 2 ** 1.5, 0.01);
    run(power, 1000, 0);
    near(power.motorC, 20, 0.01);
  });
});
