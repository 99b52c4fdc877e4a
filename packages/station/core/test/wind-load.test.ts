import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { NO_GROUND_STATION_HAZARDS } from '../src/ports/aircraft.ts';

const LIMITS = { wind_speed_warn: 12, wind_speed_descend: 14, tether_angle_warn: 15, tether_angle_descend: 20 };

describe('wind and load of the tether', () => {
  it('are what the aircraft measures, with limits and age', () => {
    const scripted = new ScriptedStation().flying(20);
    scripted.aircraft.kite({ windSpeedMps: 6.213, windFromDeg: 271.456 });
    scripted.aircraft.groundStation({ tether: { lengthM: 21, tensionN: 31.04, angleDeg: 8.46 } });
    scripted.run(0.1);
    const { tether_age_s = 9, wind_age_s = 9, ...load } = scripted.station.windLoad();
    const measured = { wind_speed: 6.21, wind_from: 271.46, tether_tension: 31, tether_angle: 8.5 };
    assert.deepEqual(load, { ...measured, ...LIMITS });
    assert.ok(wind_age_s <= 0.05 && tether_age_s <= 0.05, `${wind_age_s} s, ${tether_age_s} s`);
  });

  it('age while the Kite is silent, the tether with the Ground Station alone', () => {
    const scripted = new ScriptedStation().flying(20);
    scripted.aircraft.groundStation({ tether: { lengthM: 21, tensionN: 31 } }).kite(undefined);
    scripted.run(10);
    const { tether_age_s, wind_age_s = 0, wind_speed } = scripted.station.windLoad();
    assert.equal(wind_speed, 2);
    assert.ok(Math.abs(wind_age_s - 10) < 0.2, `${wind_age_s} s`);
    assert.ok((tether_age_s ?? 9) <= 0.05);
  });

  it('are absent where nothing measures them, or the force sensor has failed', () => {
    assert.deepEqual(new ScriptedStation().station.windLoad(), LIMITS);
    const scripted = new ScriptedStation().flying(20);
    const hazards = { ...NO_GROUND_STATION_HAZARDS, forceSensorFault: true };
    scripted.aircraft.groundStation({ tether: { lengthM: 21, tensionN: 31 }, hazards }).kiteWithout('windSpeedMps');
    scripted.run(0.1);
    assert.deepEqual(scripted.station.windLoad(), LIMITS);
  });
});
