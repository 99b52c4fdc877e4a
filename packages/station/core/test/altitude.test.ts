import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

describe('altitude', () => {
  const limits: [number, string][] = [
    [1.99, 'ALTITUDE_TOO_LOW'],
    [2, 'accepted'],
    [44.99, 'accepted'],
    [45, 'ALTITUDE_ABOVE_HARD_MAX'],
    [1e308, 'ALTITUDE_ABOVE_HARD_MAX'],
    [-5, 'ALTITUDE_TOO_LOW'],
  ];
  for (const [altitude, expected] of limits) {
    it(`${altitude} m in flight: ${expected}`, () => {
      assert.equal(outcome(new ScriptedStation().flying().station.flight.setAltitude(ALICE, { altitude })), expected);
    });
  }

  it('refuses an altitude above the soft maximum, names both numbers, and moves nothing', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.flight.setAltitudeSoftMax(ALICE, { altitude: 30 }));
    const before = [...scripted.aircraft.requests];
    const refused = scripted.station.flight.setAltitude(ALICE, { altitude: 45 - 1e-9 });
    assert.equal(outcome(refused), 'ALTITUDE_ABOVE_SOFT_MAX');
    assert.match(refused.ok ? '' : refused.refusal.message, /altitude_soft_max \(30 m\), got 44\.9+ m/);
    assert.deepEqual(scripted.aircraft.requests, before);
  });

  it('is shown as changing from the command until a later report is within 0.5 m', () => {
    const scripted = new ScriptedStation().flying(10);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 10.2 }));
    assert.equal(scripted.shown.is_changing_altitude, true, 'even a change of 0.2 m is seen under way');
    scripted.run(0.05);
    assert.equal(scripted.shown.is_changing_altitude, false);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 20 }));
    scripted.aircraft.kite({ altitudeM: 19.4 });
    scripted.run(1);
    assert.equal(scripted.shown.is_changing_altitude, true);
    scripted.aircraft.kite({ altitudeM: 19.5 });
    scripted.run(0.05);
    assert.equal(scripted.shown.is_changing_altitude, false);
    scripted.aircraft.kite({ altitudeM: 19.3 });
    scripted.run(0.05);
    assert.equal(scripted.shown.is_changing_altitude, false, 'a reached target is not left by a gust');
  });

  it('below a lowered soft maximum: a Kite above it descends at once and the target becomes it', () => {
    const scripted = new ScriptedStation().flying(40);
    expectAccepted(scripted.station.flight.setAltitudeSoftMax(ALICE, { altitude: 20 }));
    assert.equal(scripted.aircraft.requests.at(-1), 'setAltitude(19.55)');
    assert.equal(scripted.shown.altitude_target, 20);
    assert.equal(scripted.shown.is_changing_altitude, true);
    scripted.aircraft.kite({ altitudeM: 20.1 });
    scripted.run(0.1);
    assert.deepEqual(scripted.activeCodes, [30010]);
  });

  it('at a maximum is flown with a margin below it, which a gust does not use up', () => {
    const scripted = new ScriptedStation().flying(10);
    const { flight } = scripted.station;
    const commanded = () => scripted.aircraft.requests.at(-1);
    expectAccepted(flight.setAltitude(ALICE, { altitude: 44.99 }));
    assert.deepEqual([commanded(), scripted.shown.altitude_target], ['setAltitude(44.55)', 44.99]);
    scripted.aircraft.kite({ altitudeM: 44.5 });
    scripted.run(0.05);
    assert.equal(scripted.shown.is_changing_altitude, false);
    expectAccepted(flight.setAltitude(ALICE, { altitude: 29.9 }));
    assert.equal(commanded(), 'setAltitude(29.9)');
    expectAccepted(flight.setAltitudeSoftMax(ALICE, { altitude: 30 }));
    assert.deepEqual([commanded(), scripted.shown.altitude_target], ['setAltitude(29.55)', 29.9], 'maximum lowered');
    expectAccepted(flight.setAltitude(ALICE, { altitude: 20 }));
    scripted.aircraft.kite({ altitudeM: 29.8 });
    expectAccepted(flight.abort(ALICE));
    assert.ok(scripted.aircraft.requests.slice(-3).includes('setAltitude(29.55)'), 'stopped within the margin');
  });

  it('the soft maximum may be anything from altitude_takeoff + 1 m to the hard maximum, and starts at it', () => {
    const { station } = new ScriptedStation();
    const set = (altitude: number) => outcome(station.flight.setAltitudeSoftMax(ALICE, { altitude }));
    assert.deepEqual(
      [set(1.99), set(2), set(45), set(45.01)],
      ['SOFT_MAX_OUT_OF_RANGE', 'accepted', 'accepted', 'SOFT_MAX_OUT_OF_RANGE'],
    );
    const info = new ScriptedStation().station.flight.info();
    assert.equal(info.ok && info.value.altitude_soft_max, 45);
  });
});
