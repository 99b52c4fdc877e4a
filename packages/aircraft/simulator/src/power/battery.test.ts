import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { Battery, cellVoltageV } from './battery.ts';

const KITE = { cells: 4, capacityAh: 0.65, resistanceOhm: 0.06 };

describe('a battery', () => {
  it('is never charged above full nor drawn below empty', () => {
    const battery = new Battery(KITE, 99.9);
    battery.step(-10, 60);
    assert.equal(battery.percent, 100);
    battery.step(-10, 60);
    near(battery.voltageV, 4 * 4.173, 1e-9);
    battery.step(100, 600);
    assert.equal(battery.percent, 0);
    assert.equal(cellVoltageV(-5), 3);
    assert.equal(cellVoltageV(150), 4.173);
  });

  it('gives a load of constant power the current that belongs to its own sag', () => {
    const battery = new Battery(KITE, 90);
    const currentA = battery.currentForA(300) ?? Number.NaN;
    battery.step(currentA, 1e-6);
    near(battery.voltageV * currentA, 300, 1e-3);
    near(battery.lossW, currentA * currentA * 0.06, 1e-9);
    assert.equal(battery.currentForA(2000), undefined);
  });

  it('lacks the voltage of a weak cell', () => {
    const battery = new Battery(KITE, 90);
    battery.missingV = 0.8;
    near(battery.voltageV, 16.3064 - 0.8, 1e-4);
    near(battery.weakestCellV(16), 4.0766 - 0.8 - 0.24, 1e-4);
    battery.missingV = 40;
    assert.equal(battery.restV, 0);
    assert.equal(battery.currentForA(1), undefined);
  });
});
