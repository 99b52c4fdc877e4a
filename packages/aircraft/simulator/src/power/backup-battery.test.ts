import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { BackupBattery } from './backup-battery.ts';

const PERIOD_S = 0.1;
const kiteBattery = () => new BackupBattery(DEFAULT_PARAMETERS.kiteBattery, 100, 20, PERIOD_S);

/** Seconds for which a battery gives so much. */
function endurance(battery: BackupBattery, powerW: number): number {
  let periods = 0;
  while (battery.give(powerW)) periods += 1;
  return periods * PERIOD_S;
}

describe('a backup battery', () => {
  it('of the Kite gives 300 W for about 92 s and 230 W for about two minutes', () => {
    near(endurance(kiteBattery(), 300), 92, 5);
    near(endurance(kiteBattery(), 230), 120, 5);
  });

  it('of the Ground Station carries computers and the winch at its hardest for two minutes', () => {
    const battery = new BackupBattery(DEFAULT_PARAMETERS.groundStationBattery, 100, 20, PERIOD_S);
    // 15 N at 1.5 m/s, with the efficiency of the winch, beside what holding and computers take.
    assert.ok(endurance(battery, 30 + 10 + (15 * 1.5) / 0.4) >= 120);
  });

  it('once empty gives nothing, not even less, until it is charged again', () => {
    const battery = kiteBattery();
    endurance(battery, 300);
    assert.equal(battery.give(1), false);
    assert.equal(battery.currentA, 0);
    battery.charge();
    assert.equal(battery.give(1), true);
  });

  it('is charged at half its capacity per hour, and no more when it is full', () => {
    const battery = kiteBattery();
    battery.percent = 40;
    for (let period = 0; period < 18_000; period += 1) battery.charge();
    near(battery.percent, 65, 0.01);
    near(battery.chargingW, 0.325 * 4 * 3.86, 0.1);
    battery.percent = 100;
    assert.equal(battery.chargingW, 0);
  });

  it('warms up by what it loses inside', () => {
    const battery = kiteBattery();
    near(battery.temperatureC, 23, 1e-9);
    for (let period = 0; period < 330; period += 1) {
      battery.give(300);
      battery.warm(20);
    }
    // 20 A through 60 mohm are about 23 W; in 33 s little of it leaves 75 J/K.
    near(battery.temperatureC, 23 + (23 * 33) / 75, 1.5);
  });

  it('is kept warm in the frost until it supplies', () => {
    const battery = new BackupBattery(DEFAULT_PARAMETERS.kiteBattery, 100, -20, PERIOD_S);
    for (let period = 0; period < 6000; period += 1) {
      battery.rest();
      battery.warm(-20);
    }
    near(battery.temperatureC, 15, 1e-9);
    for (let period = 0; period < 600; period += 1) {
      battery.give(30);
      battery.warm(-20);
    }
    // A minute of 600 s towards -17 degrees; 2 A lose but a quarter of a watt.
    near(battery.temperatureC, -17 + 32 * Math.exp(-0.1), 0.3);
  });

  it('empties sooner with a weak cell', () => {
    const weak = kiteBattery();
    weak.missingV = 0.5;
    assert.ok(endurance(weak, 300) < 0.75 * endurance(kiteBattery(), 300));
  });

  it('a gauge and a thermometer that are stuck change what is shown, not what is', () => {
    const battery = kiteBattery();
    battery.stuckPercent = 20;
    battery.stuckTemperatureC = 65;
    assert.deepEqual([battery.measuredPercent, battery.measuredTemperatureC], [20, 65]);
    assert.deepEqual([battery.percent, battery.temperatureC], [100, 23]);
    near(endurance(battery, 300), 92, 5);
    battery.stuckPercent = undefined;
    battery.stuckTemperatureC = undefined;
    assert.equal(battery.measuredPercent, battery.percent);
    assert.equal(battery.measuredTemperatureC, battery.temperatureC);
  });
});
