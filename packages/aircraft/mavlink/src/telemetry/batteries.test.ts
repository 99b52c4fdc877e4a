import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_BATTERY_FUNCTION } from '@kitestring/mavlink-codec/enums.ts';
import { Batteries, type BatteryIds } from './batteries.ts';

const { ALL, AVIONICS, PROPULSION } = MAV_BATTERY_FUNCTION;

interface Told {
  readonly percent?: number;
  readonly volts: number;
  readonly is?: number;
}

const status = (id: number, { is = ALL, percent = -1, volts }: Told): MessageFields['BATTERY_STATUS'] => ({
  id,
  battery_function: is,
  type: 0,
  battery_remaining: percent,
  current_battery: -1,
  temperature: 0x7fff,
  current_consumed: -1,
  energy_consumed: -1,
  time_remaining: 0,
  charge_state: 0,
  mode: 0,
  fault_bitmask: 0,
  voltages: [volts * 1000, ...Array.from({ length: 9 }, () => 0xffff)],
  voltages_ext: [0, 0, 0, 0],
});

function batteries(told: Readonly<Record<number, Told>>, ids?: BatteryIds): Batteries {
  const all = new Batteries(ids);
  for (const [id, each] of Object.entries(told)) all.take(status(Number(id), each), 0);
  return all;
}

const BACKUP = { percent: 90, volts: 16 };
const TETHER = { volts: 48 };
const BOTH = { batteryPercent: 90, batteryVoltageV: 16, supplyVoltageV: 48 };

describe('the batteries of a vehicle', () => {
  it('are one, as the backup battery, with a charge or without', () => {
    assert.deepEqual(batteries({}).state(0), undefined);
    assert.deepEqual(batteries({ 0: BACKUP }).state(0), { batteryPercent: 90, batteryVoltageV: 16 });
    assert.deepEqual(batteries({ 3: TETHER }).state(0), { batteryVoltageV: 48 });
  });

  it('are a backup battery and a supply, which has no charge, in any order and beside others', () => {
    assert.deepEqual(batteries({ 0: BACKUP, 1: { ...TETHER, is: PROPULSION } }).state(0), BOTH);
    assert.deepEqual(batteries({ 0: TETHER, 1: BACKUP }).state(0), BOTH);
    const avionics = { percent: 50, volts: 5, is: AVIONICS };
    const three = batteries({ 0: avionics, 1: TETHER, 2: BACKUP });
    assert.deepEqual(three.state(0), BOTH);
    assert.deepEqual(three.unclear, []);
  });

  it('are unclear where two have a charge, and then the first counts', () => {
    const two = batteries({ 0: BACKUP, 1: { percent: 40, volts: 48 } });
    assert.deepEqual(two.state(0), { batteryPercent: 90, batteryVoltageV: 16 });
    assert.deepEqual(two.unclear, [0, 1]);
  });

  it('are what the settings say, also where the other one alone is heard', () => {
    const told = { 0: { percent: 100, volts: 48 }, 1: BACKUP };
    for (const ids of [{ backup: 1, tether: 0 }, { tether: 0 }]) {
      const set = batteries(told, ids);
      assert.deepEqual(set.state(0), BOTH);
      assert.deepEqual(set.unclear, []);
    }
    assert.deepEqual(batteries(told, { backup: 1 }).state(0), { batteryPercent: 90, batteryVoltageV: 16 });
    assert.deepEqual(batteries({ 0: TETHER }, { tether: 0 }).state(0), { supplyVoltageV: 48 });
    assert.deepEqual(batteries({ 0: TETHER }, { backup: 1 }).state(0), {});
  });

  it('are not known any more after half a minute, and no more than sixteen', () => {
    const old = batteries({ 0: BACKUP });
    assert.deepEqual(old.state(31e6), undefined);
    const many = batteries(
      Object.fromEntries(Array.from({ length: 200 }, (_, id) => [id, { percent: id, volts: 10 }])),
    );
    many.state(0);
    assert.equal(many.unclear.length, 16);
  });
});
