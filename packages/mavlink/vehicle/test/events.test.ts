import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_SEVERITY } from '@kitestring/mavlink-codec/enums.ts';
import { AskedVehicle, AUTOPILOT } from './support/asked-vehicle.ts';

const notification = (code: number) =>
  ({ severity: 'Critical', code, message: `notification ${code}`, begin_time: '2026-03-01T09:30:00.000Z' }) as const;

describe('events of the persona of PX4', () => {
  it('number the notifications, and are sent again to a ground station that has lost some', async () => {
    await using asked = await AskedVehicle.begin('px4');
    for (const code of [30001, 30002, 30003]) asked.station.notify(notification(code));
    await asked.run(2.1);
    const events = asked.all('EVENT');
    assert.deepEqual(
      events.map(({ id, log_levels, sequence }) => [id, sequence, log_levels >> 4]),
      [30001, 30002, 30003].map((code, index) => [(1 << 24) | code, index + 1, MAV_SEVERITY.CRITICAL]),
    );
    assert.deepEqual(asked.last('CURRENT_EVENT_SEQUENCE'), { sequence: 3, flags: 1 });
    asked.send('REQUEST_EVENT', { ...AUTOPILOT, first_sequence: 2, last_sequence: 3 });
    await asked.run(0.1);
    assert.deepEqual(asked.all('EVENT').slice(3), events.slice(1));
  });

  it('say which are gone, and do not answer more than they keep', async () => {
    await using asked = await AskedVehicle.begin('px4');
    for (let code = 1; code <= 70; code += 1) asked.station.notify(notification(code));
    await asked.run(0.1);
    asked.send('REQUEST_EVENT', { ...AUTOPILOT, first_sequence: 1, last_sequence: 0 });
    await asked.run(0.1);
    const { sequence, sequence_oldest_available } = asked.last('RESPONSE_EVENT_ERROR');
    assert.deepEqual([sequence, sequence_oldest_available], [1, 7]);
    assert.ok(asked.all('EVENT').length <= 70 + 64);
  });

  it('are unknown to the others, whose notifications are texts only', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    asked.station.notify(notification(30001));
    await asked.run(2.1);
    assert.deepEqual(asked.texts, ['notification 30001']);
    assert.deepEqual([...asked.all('EVENT'), ...asked.all('CURRENT_EVENT_SEQUENCE')], []);
  });
});
