import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, BOB, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import {
  type GroundCapabilities,
  type GroundEquipment,
  type GroundOrder,
  type GroundOutcome,
  type GroundReading,
  NO_GROUND_CAPABILITIES,
} from '@kitestring/station-core/ports';

/** Equipment that takes every order, unless the test says otherwise. */
class ScriptedEquipment implements GroundEquipment {
  readonly name = 'Winch 3';
  link: GroundEquipment['link'] = 'Heard';
  capabilities: GroundCapabilities = {
    ...NO_GROUND_CAPABILITIES,
    line: { orders: ['lineLength', 'lineRate', 'lineTension', 'lineStop'], maxLengthM: 60, maxRateMps: 1 },
    tetherPower: { isSwitched: true },
  };
  reading: GroundReading | undefined = { line: { lengthM: 25, rateMps: 0 }, tetherPower: { isOn: true }, faults: [] };
  answer: GroundOutcome = { outcome: 'Accepted' };
  readonly orders: GroundOrder[] = [];

  order(order: GroundOrder): Promise<GroundOutcome> {
    this.orders.push(order);
    return Promise.resolve(this.answer);
  }

  onNote() {
    return () => {};
  }
}

function stationWith() {
  const equipment = new ScriptedEquipment();
  const scripted = new ScriptedStation({}, undefined, equipment);
  return { equipment, scripted, ground: scripted.station.ground };
}

const message = async (result: Promise<Result<void>>) => {
  const { ok, ...rest } = await result;
  return 'refusal' in rest ? `${rest.refusal.code}: ${rest.refusal.message}` : ok;
};

describe('orders to ground equipment', () => {
  it('reach it as they were given', async () => {
    const { equipment, ground, scripted } = stationWith();
    scripted.standBy();
    await ground.orderLine(ALICE, { order: 'length', length: 20, rate: 0.5 });
    await ground.orderLine(ALICE, { order: 'tension', tension: 10 });
    await ground.setTetherPower(ALICE, false);
    await ground.orderLine(ALICE, { order: 'stop' });
    assert.deepEqual(equipment.orders, [
      { kind: 'lineLength', lengthM: 20, rateMps: 0.5 },
      { kind: 'lineTension', tensionN: 10 },
      { kind: 'tetherPower', isOn: false },
      { kind: 'lineStop' },
    ]);
  });

  it('without their figures are invalid', async () => {
    const { ground } = stationWith();
    assert.match(`${await message(ground.orderLine(ALICE, { order: 'rate', rate: 1 }))}`, /needs rate and duration$/);
    for (const order of ['length', 'tension'] as const) {
      assert.match(`${await message(ground.orderLine(ALICE, { order }))}`, /^INVALID_REQUEST: the order \w+ needs/);
    }
  });

  it('at a rate end by themselves, and a later order is not stopped by the end of an earlier one', async () => {
    const { equipment, ground, scripted } = stationWith();
    scripted.standBy();
    await ground.orderLine(ALICE, { order: 'rate', rate: 0.5, duration: 5 });
    scripted.run(4.9);
    assert.equal(equipment.orders.length, 1);
    scripted.run(0.2);
    assert.deepEqual(equipment.orders.at(-1), { kind: 'lineStop' });
    await ground.orderLine(ALICE, { order: 'rate', rate: 0.5, duration: 5 });
    scripted.run(2);
    await ground.orderLine(ALICE, { order: 'length', length: 30 });
    scripted.run(10);
    assert.equal(equipment.orders.at(-1)?.kind, 'lineLength');
  });

  it('are refused for what it does not have, and nothing reaches it', async () => {
    const { equipment, ground, scripted } = stationWith();
    scripted.standBy();
    equipment.capabilities = { ...NO_GROUND_CAPABILITIES, line: { orders: ['lineStop'] } };
    const refused = /^NOT_FITTED: the ground equipment of this aircraft has no (winch|switch)/;
    assert.match(`${await message(ground.orderLine(ALICE, { order: 'length', length: 1 }))}`, refused);
    assert.match(`${await message(ground.orderLine(ALICE, { order: 'rate', rate: 1, duration: 1 }))}`, refused);
    assert.match(`${await message(ground.orderLine(ALICE, { order: 'tension', tension: 1 }))}`, refused);
    assert.match(`${await message(ground.setTetherPower(ALICE, true))}`, refused);
    assert.deepEqual(equipment.orders, []);
    const without = new ScriptedStation().standBy().station.ground;
    assert.match(`${await message(without.orderLine(ALICE, { order: 'stop' }))}`, refused);
  });

  it('beyond its limits, or refused by itself, are refused with the reason', async () => {
    const { equipment, ground, scripted } = stationWith();
    scripted.standBy();
    const tooLong = await message(ground.orderLine(ALICE, { order: 'length', length: 61 }));
    assert.equal(tooLong, 'GROUND_ORDER_REFUSED: the ground equipment refuses: length must be at most 60 m, got 61 m');
    assert.match(
      `${await message(ground.orderLine(ALICE, { order: 'rate', rate: -2, duration: 1 }))}`,
      /rate must be at most 1 m\/s/,
    );
    equipment.answer = { outcome: 'Refused', reason: 'emergency stop' };
    assert.match(`${await message(ground.orderLine(ALICE, { order: 'stop' }))}`, /refuses: emergency stop$/);
    equipment.answer = { outcome: 'Silent' };
    assert.match(
      `${await message(ground.orderLine(ALICE, { order: 'stop' }))}`,
      /^AIRCRAFT_LINK_DOWN: .* ground equipment$/,
    );
  });

  it('never pull a Kite in the air down', async () => {
    const { equipment, ground, scripted } = stationWith();
    scripted.flying(20);
    const short = await message(ground.orderLine(ALICE, { order: 'length', length: 20.4 }));
    assert.equal(short, 'GROUND_ORDER_REFUSED: the ground equipment refuses: the Kite needs at least 20.5 m');
    assert.match(
      `${await message(ground.orderLine(ALICE, { order: 'rate', rate: -1, duration: 5 }))}`,
      /needs at least 20.5 m$/,
    );
    assert.equal(await message(ground.orderLine(ALICE, { order: 'rate', rate: -1, duration: 4 })), true);
    assert.equal(await message(ground.orderLine(ALICE, { order: 'length', length: 30 })), true);
    scripted.aircraft.kiteWithout('altitudeM');
    scripted.run(0.1);
    assert.match(
      `${await message(ground.orderLine(ALICE, { order: 'length', length: 30 }))}`,
      /height of the Kite is not known$/,
    );
    assert.equal(await message(ground.orderLine(ALICE, { order: 'stop' })), true, 'a stop is always possible');
    assert.equal(equipment.orders.length, 3);
  });

  it('never take the power from a Kite in the air', async () => {
    const { equipment, ground, scripted } = stationWith();
    scripted.flying(20);
    assert.match(`${await message(ground.setTetherPower(ALICE, false))}`, /^WRONG_FLIGHT_STATE/);
    assert.deepEqual(equipment.orders, []);
  });

  it('need control, and are refused while a pilot flies', async () => {
    const { ground, scripted } = stationWith();
    scripted.standBy();
    scripted.station.handoff.request(BOB, { operator_name: 'Bob' });
    assert.match(`${await message(ground.orderLine(ALICE, { order: 'length', length: 1 }))}`, /^CONTROL_TAKEN/);
    assert.match(`${await message(ground.orderLine(ALICE, { order: 'stop' }))}`, /^CONTROL_TAKEN/);
    scripted.aircraft.kite({ isFlownElsewhere: true });
    scripted.run(0.1);
    assert.match(
      `${await message(ground.orderLine(BOB, { order: 'length', length: 30 }))}`,
      /^AIRCRAFT_FLOWN_ELSEWHERE/,
    );
  });
});

describe('the state of ground equipment', () => {
  it('has what is measured and what can be ordered, and nothing else', () => {
    const { equipment, ground, scripted } = stationWith();
    scripted.aircraft.groundStationWithout('tether').groundStationWithout('spoolTemperatureC');
    scripted.standBy();
    const { kite_in_cradle, supply_voltage, ...state } = ground.state();
    assert.deepEqual(state, {
      link: 'Heard',
      name: 'Winch 3',
      line_rate: 0,
      line_orders: ['length', 'rate', 'tension', 'stop'],
      line_length_max: 60,
      line_rate_max: 1,
      tether_power_switched: true,
      tether_power_on: true,
    });
    equipment.link = 'Lost';
    equipment.reading = undefined;
    assert.deepEqual([ground.state().link, ground.state().tether_power_on], ['Lost', undefined]);
  });

  it('that is silent is told, refuses a take-off, and lets a flight continue', () => {
    const { scripted } = stationWith();
    scripted.standBy().record();
    scripted.aircraft.groundStationHazards({ equipmentSilent: true });
    scripted.run(1);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'KITE_FAULT');
    scripted.aircraft.groundStationHazards();
    scripted.run(1);
    scripted.flying(20);
    scripted.aircraft.groundStationHazards({ equipmentSilent: true });
    scripted.run(5);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.deepEqual(scripted.activeCodes, [10071]);
  });
});
