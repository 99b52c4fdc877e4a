import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { alarmAction, demandsLanding } from '../src/notifications/alarm-action.ts';
import { byUrgency } from '../src/notifications/notification-feed.ts';
import { alarms } from '../src/words/en/alarms.ts';
import { otherClient } from './support/other-client.ts';

/** First line above the picture 1 and 5 s after the fault, by fault; empty while the station tells nothing. */
const CASES: Readonly<Partial<Record<FaultType, readonly [after1S: string, after5S: string]>>> = {
  main_power_loss: both('Critical: Clear the landing area.'),
  tether_voltage_loss: both('Fatal: Clear the landing area.'),
  tether_cut: both('Fatal: Clear the landing area.'),
  tether_damage: ['', 'Fatal: Clear the landing area.'],
  motor_failure: both('Fatal: Clear the landing area.'),
  motor_degraded: ['', 'Warning: Land. Check motors and propellers. Land is filled.'],
  secondary_autopilot: both('Critical: Land. Restart the Kite. Land is filled.'),
  kite_data_missing: ['', 'Critical: Clear the landing area. Watch the Kite.'],
  link_degraded: ['', 'Warning: Land. Check tether and connectors. Land is filled.'],
  gps_loss: both('Warning: Stay low. Find clear sky.'),
  system_moving: both('Warning: Stop the vehicle.'),
  camera_offline: both('Warning: Land. Check camera contacts.'),
  // Seen only when the height changes or the sensors have drifted apart.
  force_sensor: both(''),
  barometer: both(''),
};

function both(text: string): readonly [string, string] {
  return [text, text];
}

describe('a fault in flight', () => {
  let station: StationProcess;
  let client: KitestringClient;
  before(async () => {
    station = await StationProcess.start();
    client = otherClient(station.url);
    await client.sim.setClock({ paused: true });
    await client.flight.takeOff();
    await client.sim.advanceClock({ seconds: 45 });
    await client.sim.snapshot({ name: 'flying' });
  });
  after(async () => {
    await client.close();
    await station[Symbol.asyncDispose]();
  });

  async function firstLine(seconds: number): Promise<string> {
    await client.sim.advanceClock({ seconds });
    const { notifications: active } = await client.notifications.getNotifications();
    const { flight_state: state } = await client.flight.getFlightState();
    const flight = { state, isLostInAir: state === 'Unknown', active };
    const [first] = byUrgency(active.filter(({ severity }) => severity !== 'Info'));
    const action = first && alarmAction(first, flight);
    const filled = demandsLanding(flight) ? ' Land is filled.' : '';
    return first === undefined ? filled : `${first.severity}: ${action ? alarms[action] : first.message}${filled}`;
  }

  for (const [type, says] of Object.entries(CASES) as [FaultType, readonly string[]][]) {
    it(`is told with its action first: ${type}`, async () => {
      await client.sim.reset({ name: 'flying' });
      await client.sim.injectFault({ type });
      assert.deepEqual([await firstLine(1), await firstLine(4)], says);
    });
  }

  it('is told when the winch turns: spool_stuck', async () => {
    await client.sim.reset({ name: 'flying' });
    await client.sim.injectFault({ type: 'spool_stuck' });
    await client.flight.setAltitude({ altitude: 40 });
    assert.equal(await firstLine(5), 'Critical: Clear the landing area.');
  });
});
