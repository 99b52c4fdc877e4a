import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Battery, cellVoltageV } from './battery.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

const KITE = { cells: 4, capacityAh: 0.65, resistanceOhm: 0.06 };

describe('a battery', () => {
  it('V34: has the voltage of its charge, sags under load, and counts what it gives', () => {
    near(cellVoltageV(90), 4.0766, 1e-4);
    const battery = new Battery(KITE, 90);
    near(battery.voltageV, 16.3064, 1e-3);
    battery.step(16, 1e-6);
    near(battery.voltageV, 15.3464, 1e-3);
    const full = new Battery(KITE, 100);
    for (let index = 0; index < 600; index += 1) full.step(16, 0.1);
    near(full.percent, 58.974, 1e-3);
  });

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
});
