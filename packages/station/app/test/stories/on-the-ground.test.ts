import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultRequest } from '@kitestring/station-contract/sim/fault.ts';
import { FlownStation } from '../support/flown-station.ts';

const take_off = 'flight/control/take_off';

/* Fault; seconds until it shows; notification; what a take-off is refused with. */
const TABLE: readonly (readonly [FaultRequest, number, number, string])[] = [
  [{ type: 'main_power_loss' }, 2, 10040, 'MAIN_POWER_DISCONNECTED'],
  [{ type: 'battery_temperature' }, 2, 20032, 'TEMPERATURE_OUT_OF_RANGE'],
  [
    { type: 'battery_temperature', parameters: { battery: 'ground_station', temperature_c: -30 } },
    2,
    10032,
    'TEMPERATURE_OUT_OF_RANGE',
  ],
  [{ type: 'battery_voltage' }, 6, 20031, 'BATTERY_NOT_READY'],
  [{ type: 'battery_voltage', parameters: { battery: 'ground_station' } }, 6, 10031, 'BATTERY_NOT_READY'],
  [{ type: 'battery_charge' }, 2, 20030, 'BATTERY_NOT_READY'],
  [{ type: 'battery_charge', parameters: { battery: 'ground_station' } }, 2, 10030, 'BATTERY_NOT_READY'],
  [{ type: 'kite_detection' }, 2, 20010, 'KITE_NOT_DETECTED'],
  [{ type: 'secondary_autopilot' }, 2, 20070, 'KITE_FAULT'],
  [{ type: 'system_moving' }, 5, 10050, 'SYSTEM_MOVING'],
  [{ type: 'wind_change', parameters: { speed_mps: 18, ramp_s: 1 } }, 20, 30002, 'WIND_TOO_STRONG'],
];

describe('in its cradle', () => {
  for (const [fault, seconds, code, refusal] of TABLE) {
    const owner = fault.parameters?.battery ?? '';
    it(`${fault.type} ${owner}: ${code}, take-off is refused with ${refusal}, and possible once it is over`, async () => {
      await using flown = await FlownStation.at(0);
      flown.fault(fault);
      flown.advance(seconds);
      assert.ok(flown.activeCodes.includes(code), flown.story.lines.join('\n'));
      assert.match(await flown.command(take_off), new RegExp(`^409 ${refusal}: `));
      flown.aircraft.faults.clearAll();
      flown.advance(60);
      assert.deepEqual(flown.activeCodes, [], flown.story.lines.join('\n'));
      assert.equal(await flown.command(take_off), '202');
    });
  }

  it('lids that are stuck break the take-off off; cleared and opened once, they let the Kite fly', async () => {
    await using flown = await FlownStation.at(0);
    flown.fault({ type: 'lids_stuck' });
    assert.equal(await flown.command(take_off), '202');
    flown.advance(20);
    assert.deepEqual(flown.story.states, ['StandBy', 'TakingOff', 'StandBy'], flown.story.lines.join('\n'));
    assert.deepEqual(flown.activeCodes, [60010]);
    assert.match(await flown.command(take_off), /^409 LIDS_STUCK: /);
    flown.aircraft.faults.clearAll();
    assert.equal(await flown.command('system/control/open_rtb_lids'), '202');
    flown.advance(10);
    assert.deepEqual(flown.activeCodes, []);
    assert.equal(await flown.command(take_off), '202');
    flown.advance(20);
    assert.equal((await flown.flight()).flight_state, 'Flying');
  });

  it('the transmitter of Remote ID fails: take-off is refused where it is required', async () => {
    await using flown = await FlownStation.at(0, { station: { regulatoryMode: 'US_REMOTE_ID_STANDARD' } });
    await flown.client.post('handoff/control/request', { operator_name: 'Alice' });
    flown.fault({ type: 'remote_id' });
    flown.advance(2);
    assert.match(await flown.command(take_off), /^409 REMOTE_ID_NOT_READY: .*ERROR_TX_FAILED/);
  });

  it('one request of control with the operator’s data is enough for a take-off through lids and checks', async () => {
    await using flown = await FlownStation.at(0, { station: { regulatoryMode: 'US_REMOTE_ID_STANDARD' } });
    const operator = { operator_name: 'Alice', regulatory_mode: 'US_REMOTE_ID_STANDARD' };
    assert.equal((await flown.client.post('handoff/control/request', operator)).status, 201);
    assert.equal(await flown.command(take_off), '202');
    flown.advance(30);
    assert.equal((await flown.flight()).flight_state, 'Flying', flown.story.lines.join('\n'));
  });

  it('a low supply puts the box to sleep after five minutes, and a good one wakes it', async () => {
    await using flown = await FlownStation.at(0);
    flown.fault({ type: 'supply_low' });
    flown.advance(290);
    assert.deepEqual(flown.activeCodes, [60040]);
    flown.advance(20);
    assert.deepEqual(flown.story.states, ['StandBy', 'Unknown'], flown.story.lines.join('\n'));
    flown.aircraft.faults.clearAll();
    flown.advance(60);
    assert.deepEqual(flown.story.states, ['StandBy', 'Unknown', 'StandBy']);
    assert.deepEqual(flown.activeCodes, [], flown.story.lines.join('\n'));
    assert.equal(await flown.command(take_off), '202');
  });
});
