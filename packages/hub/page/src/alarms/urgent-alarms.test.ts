import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import { soundOf, urgentAlarms } from './urgent-alarms.ts';

const alarm = (id: string, severity: FleetAlarm['severity'], more: Partial<FleetAlarm> = {}): FleetAlarm => ({
  id,
  sid: 'saaaaaaaaaaaa',
  code: 1,
  severity,
  message: id,
  began: '2026-03-01T10:00:00.000000+00:00',
  ...more,
});
const acknowledged = { who: 'Anna', time: '2026-03-01T10:00:01.000000+00:00' };

it('sounds for the worst alarm that is neither acknowledged nor silenced here, and again for a new one', () => {
  const open = [alarm('1', 'Fatal', { acknowledged }), alarm('2', 'Critical'), alarm('3', 'Warning')];
  assert.deepEqual(
    urgentAlarms(open).map(({ id }) => id),
    ['2'],
  );
  assert.equal(soundOf(open, new Set()), 'Critical');
  assert.equal(soundOf(open, new Set(['2'])), undefined);
  assert.equal(soundOf([alarm('4', 'Fatal'), ...open], new Set(['2'])), 'Fatal');
  assert.equal(soundOf([], new Set()), undefined);
});
