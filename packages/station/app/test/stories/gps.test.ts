import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlownStation } from '../support/flown-station.ts';

describe('GPS lost at 40 m', () => {
  it('is told, brings the Kite below 25 m, refuses 30 m with the reason until GPS is back, and then allows it', async () => {
    await using flown = await FlownStation.at(40);
    const { aircraft, story } = flown;
    const { id } = flown.fault({ type: 'gps_loss' });
    flown.advance(2);
    assert.deepEqual(flown.activeCodes, [10010, 20060, 30041]);
    const descending = await flown.flight();
    assert.equal(descending.flight_state, 'SafetyDescending');
    assert.equal(descending.altitude_target, 24);
    flown.advance(28);
    assert.equal((await flown.flight()).flight_state, 'Flying');
    let highestM = 0;
    for (let second = 0; second < 120; second += 1) {
      flown.advance(1);
      highestM = Math.max(highestM, aircraft.truth().position.up_m);
    }
    assert.ok(highestM < 25, `${highestM} m`);
    assert.equal(
      await flown.command('flight/control/altitude', { altitude: 30 }),
      '400 ALTITUDE_ABOVE_GPS_MAX: altitude must be lower than the maximum without a GPS fix (25 m), got 30 m',
    );
    aircraft.faults.clear(id);
    flown.advance(30);
    assert.deepEqual(flown.activeCodes, []);
    assert.equal(await flown.command('flight/control/altitude', { altitude: 30 }), '202');
    flown.advance(15);
    assert.ok(Math.abs((await flown.flight()).altitude ?? 0) > 29.5);
    assert.deepEqual(story.states, ['Flying', 'SafetyDescending', 'Flying']);
    assert.ok(story.secondsTo('SafetyDescending') <= 1.1);
    assert.ok(story.secondsTo('-30041') < 25);
  });

  it('and back during the descent: the Kite may climb again at once', async () => {
    await using flown = await FlownStation.at(40);
    flown.fault({ type: 'gps_loss', duration: 6 });
    flown.advance(25);
    assert.deepEqual(flown.activeCodes, []);
    assert.equal(await flown.command('flight/control/altitude', { altitude: 40 }), '202');
    assert.deepEqual(flown.story.states, ['Flying', 'SafetyDescending', 'Flying']);
  });

  it('together with the wind: goes down for both, one after the other, and stays under the lower ceiling', async () => {
    await using flown = await FlownStation.at(40);
    flown.fault({ type: 'gps_loss', duration: 200 });
    flown.fault({ type: 'wind_change', at: 4, parameters: { speed_mps: 12, ramp_s: 2, turbulence: 'light' } });
    flown.advance(120);
    assert.ok(
      flown.story.begun.includes(20060) && flown.story.begun.includes(30001),
      `${flown.story.lines.join('\n')}`,
    );
    assert.equal(flown.story.states[1], 'SafetyDescending');
    assert.ok(flown.aircraft.truth().position.up_m < 24.6);
  });

  it('of the Ground Station alone changes nothing but its notification', async () => {
    await using flown = await FlownStation.at(20);
    flown.fault({ type: 'gps_loss', duration: 60, parameters: { receiver: 'ground_station' } });
    flown.advance(30);
    assert.equal(await flown.command('flight/control/altitude', { altitude: 40 }), '202');
    flown.advance(60);
    assert.deepEqual(flown.story.states, ['Flying']);
    assert.deepEqual(flown.story.begun, [10010]);
    assert.deepEqual(flown.activeCodes, []);
  });
});
