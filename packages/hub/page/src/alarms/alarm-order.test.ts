import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { inReadingOrder } from './alarm-order.ts';

const alarm = (id: string, sid: string, severity: FleetAlarm['severity']): FleetAlarm => ({
  id,
  sid,
  severity,
  code: 1,
  message: id,
  began: '2026-03-01T10:00:00.000000+00:00',
});
const station = (sid: string, flight_state: NonNullable<HubStation['flight_state']>): [string, HubStation] => [
  sid,
  { sid, name: sid, state: 'online', flight_state },
];

it('reads urgent alarms in flight first, then those on the ground, then warnings; equal ones as the hub lists them', () => {
  const bySid = new Map([station('ground', 'StandBy'), station('air', 'Flying'), station('silent', 'Unknown')]);
  const alarms = [
    alarm('ground, Fatal', 'ground', 'Fatal'),
    alarm('gone, Fatal', 'gone', 'Fatal'),
    alarm('ground, Warning', 'ground', 'Warning'),
    alarm('air, Warning', 'air', 'Warning'),
    alarm('air, Critical', 'air', 'Critical'),
    alarm('no Kite data, Critical', 'silent', 'Critical'),
    alarm('air, Fatal', 'air', 'Fatal'),
  ];
  assert.deepEqual(
    inReadingOrder(alarms, bySid).map(({ id }) => id),
    [
      ...['air, Fatal', 'air, Critical', 'no Kite data, Critical', 'ground, Fatal', 'gone, Fatal'],
      ...['air, Warning', 'ground, Warning'],
    ],
  );
});
