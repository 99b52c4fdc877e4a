import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { type LatLon, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { NewZone } from '@kitestring/station-contract/station/geofence.ts';
import { ZONES_MAX } from '@kitestring/station-contract/station/geofence.ts';

const HOME: LatLon = { latDeg: 47.3769, lonDeg: 8.5417 };
const gps = (eastM: number, northM = 0) => ({ ...placeFrom(HOME, { eastM, northM }), elevationM: 430, accuracyM: 0.5 });
const CIRCLE: NewZone = {
  name: 'Tether circle',
  rule: 'stay_inside',
  circle: { latitude: HOME.latDeg, longitude: HOME.lonDeg, radius: 20 },
};
const corner = (eastM: number, northM: number) => {
  const { latDeg, lonDeg } = placeFrom(HOME, { eastM, northM });
  return { latitude: latDeg, longitude: lonDeg };
};
const HOSPITAL: NewZone = {
  name: 'Hospital',
  rule: 'keep_out',
  polygon: [corner(30, -10), corner(60, -10), corner(60, 10), corner(30, 10)],
};

const told = ({ station }: ScriptedStation) =>
  station.notifications.active().find(({ code }) => code === 30060)?.message;

describe('the geofence', () => {
  it('tells of a crossing by the position that the Kite reports, until it is back, and moves nothing', () => {
    const scripted = new ScriptedStation().standBy();
    expectAccepted(scripted.station.geofence.add(ALICE, CIRCLE));
    expectAccepted(scripted.station.geofence.add(ALICE, HOSPITAL));
    scripted.flying(20);
    const orders = scripted.aircraft.requests.length;
    const moved = (eastM: number) => {
      scripted.aircraft.kite({ gps: gps(eastM) });
      scripted.run(1);
      return told(scripted);
    };
    assert.equal(moved(5), undefined);
    assert.equal(moved(21), 'Geofence crossed: Tether circle.');
    assert.equal(moved(31), 'Geofence crossed: Tether circle, Hospital.');
    assert.equal(moved(28), 'Geofence crossed: Tether circle, Hospital.', 'within the scatter of a receiver');
    assert.equal(moved(18), 'Geofence crossed: Tether circle.');
    assert.equal(moved(10), undefined);
    assert.equal(scripted.station.flight.phase.state, 'Flying');
    assert.equal(scripted.aircraft.requests.length, orders);
  });

  it('tells of an altitude above that of a zone only within it, and of nothing on the ground', () => {
    const scripted = new ScriptedStation().standBy();
    expectAccepted(scripted.station.geofence.add(ALICE, { ...CIRCLE, rule: 'altitude_max', altitude_max: 15 }));
    scripted.flying(20);
    scripted.aircraft.kite({ gps: gps(2) });
    scripted.run(1);
    assert.equal(told(scripted), 'Geofence crossed: Tether circle.');
    assert.deepEqual(
      scripted.station.geofence.list().map(({ is_crossed }) => is_crossed),
      [true],
    );
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(1);
    assert.equal(told(scripted), undefined);
  });

  it('is kept over a restart, and gone when deleted', () => {
    const scripted = new ScriptedStation().standBy();
    const added = scripted.station.geofence.add(ALICE, HOSPITAL);
    assert.ok(added.ok);
    const { geofence } = scripted.restarted().station;
    assert.deepEqual(geofence.list(), [added.value]);
    expectAccepted(geofence.delete(added.value.zone_id));
    assert.deepEqual(geofence.list(), []);
    assert.equal(outcome(geofence.delete(added.value.zone_id)), 'ZONE_NOT_FOUND');
  });

  it('refuses bad zones with one sentence each, and more than its limit', () => {
    const { geofence } = new ScriptedStation().station;
    const fault = (zone: NewZone) => {
      const added = geofence.add(ALICE, zone);
      return added.ok ? 'ok' : added.refusal.message;
    };
    assert.equal(fault({ ...CIRCLE, polygon: HOSPITAL.polygon ?? [] }), 'a zone must have either circle or polygon');
    assert.equal(fault({ name: 'x', rule: 'keep_out' }), 'a zone must have either circle or polygon');
    assert.equal(fault({ ...CIRCLE, rule: 'altitude_max' }), 'altitude_max is required with this rule');
    assert.equal(fault({ ...CIRCLE, altitude_max: 9 }), 'altitude_max is not allowed with the rule stay_inside');
    const polygon = [corner(0, 0), corner(10, 10), corner(10, 0), corner(0, 10)];
    assert.equal(fault({ ...HOSPITAL, polygon }), 'polygon must not cross itself');
    for (let count = 0; count < ZONES_MAX; count += 1) expectAccepted(geofence.add(ALICE, CIRCLE));
    assert.equal(outcome(geofence.add(ALICE, CIRCLE)), 'TOO_MANY_ZONES');
  });
});
