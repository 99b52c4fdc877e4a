import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

/** In the air at this height, moving as it is told; what happens from now on is written down. */
function at(altitudeM: number): ScriptedStation {
  const scripted = new ScriptedStation().flying(altitudeM);
  scripted.aircraft.execute();
  return scripted.record();
}

const TETHER = { lengthM: 40, tensionN: 12, angleDeg: 12 };

describe('wind', () => {
  it('that drags the Kite about for a moment makes a warning, which a minute of calm ends', () => {
    const scripted = at(40);
    scripted.aircraft.kite({ driftM: 2.2 });
    scripted.run(4).aircraft.kite({ driftM: 0.5 });
    scripted.run(70);
    assert.deepEqual(scripted.story, [
      '3.05 +30001{level: warning only, limit: 2, measure: drift, unit: m, value: 2.2, wind_speed: 2}',
      '4.15 ~30001{level: warning only, limit: 2, measure: drift, unit: m, value: 0.5, wind_speed: 2}',
      '64.05 -30001',
    ]);
    assert.equal(scripted.shown.altitude_target, 40, 'a warning moves nothing');
  });

  it('that is too much sends the Kite down; it flies on there, and does not climb by itself afterwards', () => {
    const scripted = at(40);
    const { station, aircraft } = scripted;
    aircraft.groundStation({ tether: TETHER }).kite({ driftM: 2.6, windSpeedMps: 11 });
    scripted.run(8);
    assert.equal(scripted.shown.altitude_target, 35);
    const refused = station.flight.setAltitude(ALICE, { altitude: 38 });
    assert.equal(outcome(refused), 'ALTITUDE_ABOVE_WIND_MAX');
    assert.equal(
      refused.ok ? '' : refused.refusal.message,
      'altitude must not be higher than 35 m while the wind is over its limit, got 38 m',
    );
    const [wind] = station.notifications.active().filter(({ code }) => code === 30001);
    assert.equal(wind?.parameters?.altitude_max, 35, 'what would be refused is published');
    aircraft.kite({ driftM: 0.4 });
    scripted.run(20);
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 38 })), 'ALTITUDE_ABOVE_WIND_MAX');
    expectAccepted(station.flight.setAltitude(ALICE, { altitude: 35 }));
    scripted.run(60);
    assert.deepEqual(scripted.story, [
      '3.05 +30001{level: warning only, limit: 2, measure: drift, unit: m, value: 2.6, wind_speed: 10.2}',
      '5.05 SafetyDescending ~30001{altitude_max: 35, level: descent to a safe altitude, limit: 2.5, measure: drift, unit: m, value: 2.6, wind_speed: 10.5} +30041{altitude: 35, reason: the wind load is over its limit}',
      '8.15 ~30001{altitude_max: 35, level: descent to a safe altitude, limit: 2.5, measure: drift, unit: m, value: 0.4, wind_speed: 10.7}',
      '11.05 Flying -30041',
      '68.05 -30001',
    ]);
    assert.equal(scripted.shown.altitude_target, 35);
    assert.equal(scripted.shown.is_changing_altitude, false);
    expectAccepted(station.flight.setAltitude(ALICE, { altitude: 38 }));
  });

  it('that stays too much makes the station land, which nobody can abort and nobody climbs out of', () => {
    const scripted = at(40);
    const { station, aircraft } = scripted;
    aircraft.groundStation({ tether: { ...TETHER, angleDeg: 24 } });
    scripted.run(36);
    assert.equal(scripted.shown.flight_state, 'Landing');
    const refused = station.flight.abort(ALICE);
    assert.equal(outcome(refused), 'WRONG_FLIGHT_STATE');
    assert.match(
      refused.ok ? '' : refused.refusal.message,
      /a landing ordered by the station: the wind load stays over its limit/,
    );
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 20 })), 'WRONG_FLIGHT_STATE');
    scripted.run(60);
    assert.deepEqual(scripted.story, [
      '3.05 +30001{level: warning only, limit: 15, measure: tether angle, unit: °, value: 24, wind_speed: 2}',
      '5.05 SafetyDescending ~30001{altitude_max: 35, level: descent to a safe altitude, limit: 20, measure: tether angle, unit: °, value: 24, wind_speed: 2} +30041{altitude: 35, reason: the wind load is over its limit}',
      '11.05 Flying -30041',
      '35.05 Landing ~30001{altitude_max: 35, level: landing, limit: 20, measure: tether angle, unit: °, value: 24, wind_speed: 2} +30042{reason: the wind load stays over its limit}',
      '81.75 StandBy -30001 -30042',
    ]);
    assert.deepEqual(aircraft.flightRequests.slice(-2), ['setAltitude(35)', 'land(normal)']);
  });

  it('that was too much and is calm again lets a landing be aborted', () => {
    const scripted = at(40);
    const { station, aircraft } = scripted;
    aircraft.kite({ driftM: 2.6 });
    scripted.run(31).aircraft.kite({ altitudeM: 40 });
    scripted.run(5).aircraft.kite({ driftM: 0.3, altitudeM: 44 });
    scripted.run(55);
    assert.equal(outcome(station.flight.abort(ALICE)), 'WRONG_FLIGHT_STATE');
    scripted.run(3).aircraft.kite({ altitudeM: 20 });
    scripted.run(3);
    expectAccepted(station.flight.abort(ALICE));
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.deepEqual(scripted.activeCodes, []);
  });

  it('that is too much at 10 m or below leaves nowhere to go but the ground', () => {
    const scripted = at(9);
    scripted.aircraft.kite({ driftM: 2.6 });
    scripted.run(20);
    assert.deepEqual(scripted.story, [
      '3.05 +30001{level: warning only, limit: 2, measure: drift, unit: m, value: 2.6, wind_speed: 2}',
      '5.05 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 2.5, measure: drift, unit: m, value: 2.6, wind_speed: 2}',
      '5.15 Landing ~30001{altitude_max: 10, level: landing, limit: 2.5, measure: drift, unit: m, value: 2.6, wind_speed: 2} +30042{reason: the wind load stays over its limit}',
      '17.15 StandBy -30001 -30042',
    ]);
  });

  const hardest: [string, (scripted: ScriptedStation) => unknown, number, string][] = [
    [
      'thrust at its limit',
      ({ aircraft }) => aircraft.kite({ thrustShare: 0.95 }),
      2.05,
      'limit: 92, measure: thrust, unit: %, value: 95',
    ],
    [
      'a lean at its limit',
      ({ aircraft }) => aircraft.kite({ airframeTiltDeg: 42 }),
      2.05,
      'limit: 41.5, measure: tilt of the Kite, unit: °, value: 42',
    ],
    [
      'sinking that nobody asked for',
      ({ aircraft }) => aircraft.kite({ climbRateMps: -0.6 }),
      1.05,
      'limit: 0.5, measure: uncommanded descent, unit: m/s, value: 0.6',
    ],
  ];
  for (const [sign, bring, afterS, cause] of hardest) {
    it(`with ${sign} means a safety landing`, () => {
      const scripted = new ScriptedStation().flying(20).record();
      bring(scripted);
      scripted.run(3);
      assert.deepEqual(scripted.story, [
        `${afterS} SafetyLanding +30001{level: safety landing, ${cause}, wind_speed: 2} +30040{reason: the Kite can hardly hold against the wind}`,
      ]);
      scripted.aircraft.kite({
        landedState: 'OnGround',
        altitudeM: 0,
        climbRateMps: 0,
        thrustShare: 0,
        airframeTiltDeg: 0,
      });
      scripted.run(0.1);
      assert.deepEqual(scripted.activeCodes, [], 'the ground ends it');
    });
  }

  it('does not take a descent that was asked for as sinking', () => {
    const scripted = at(20);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 5 }));
    scripted.run(25);
    assert.deepEqual(scripted.story, []);
    expectAccepted(scripted.station.flight.land(ALICE));
    scripted.run(10);
    assert.deepEqual(scripted.story, ['25 Landing', '31.7 StandBy']);
  });

  it('is judged by its speed alone when the aircraft knows nothing else, and the notification follows it', () => {
    const scripted = at(40);
    scripted.aircraft.kite({ windSpeedMps: 15 });
    scripted.run(12).aircraft.kite({ windSpeedMps: 8 });
    scripted.run(120);
    assert.deepEqual(scripted.story, [
      '4.05 +30001{level: warning only, limit: 12, measure: wind, unit: m/s, value: 14.1, wind_speed: 14.1}',
      '8.65 SafetyDescending ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 14, measure: wind, unit: m/s, value: 14.6, wind_speed: 14.6} +30041{altitude: 10, reason: the wind load is over its limit}',
      '14.15 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 14, measure: wind, unit: m/s, value: 13.5, wind_speed: 13.5}',
      '16.15 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 14, measure: wind, unit: m/s, value: 12.1, wind_speed: 12.1}',
      '18.15 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 14, measure: wind, unit: m/s, value: 10.7, wind_speed: 10.7}',
      '20.15 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 14, measure: wind, unit: m/s, value: 9.3, wind_speed: 9.3}',
      '22.15 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 14, measure: wind, unit: m/s, value: 8, wind_speed: 8}',
      '48 Flying -30041',
      '76.65 -30001',
    ]);
  });

  it('that nothing measures is no reason for anything', () => {
    const scripted = at(40);
    scripted.aircraft.kiteWithout('windSpeedMps').kiteWithout('climbRateMps');
    scripted.run(120);
    assert.deepEqual(scripted.story, []);
  });

  it('once more after the return sends the Kite down once more', () => {
    const scripted = at(40);
    const { station, aircraft } = scripted;
    aircraft.groundStation({ tether: TETHER });
    const storm = () => {
      aircraft.kite({ driftM: 2.6 });
      scripted.run(8).aircraft.kite({ driftM: 0.4 });
      scripted.run(70);
    };
    storm();
    expectAccepted(station.flight.setAltitude(ALICE, { altitude: 40 }));
    scripted.run(10);
    storm();
    assert.deepEqual(
      scripted.story.map((line) => line.replace(/\{[^}]*\}/g, '')),
      [
        '3.05 +30001',
        '5.05 SafetyDescending ~30001 +30041',
        '8.15 ~30001',
        '11.05 Flying -30041',
        '68.05 -30001',
        '91.05 +30001',
        '93.05 SafetyDescending ~30001 +30041',
        '96.15 ~30001',
        '99.05 Flying -30041',
        '156.05 -30001',
      ],
    );
  });

  it('while the Kite is silent is not judged: what lasted before counts anew', () => {
    const scripted = at(40);
    scripted.aircraft.kite({ driftM: 2.2 });
    scripted.run(2.9).silence(1.5).run(2.9);
    assert.deepEqual(
      scripted.story.filter((line) => line.includes('30001')),
      [],
    );
  });

  it('is not judged by a force sensor that is wrong', () => {
    const scripted = at(40);
    scripted.aircraft.groundStation({ tether: { ...TETHER, angleDeg: 25 } });
    scripted.aircraft.groundStationHazards({ forceSensorFault: true });
    scripted.run(30);
    assert.deepEqual(scripted.story, ['0.05 +10070']);
  });

  it('on the ground is too strong for take-off until it has been less for 10 s', () => {
    const scripted = new ScriptedStation().standBy().record();
    const { aircraft, station } = scripted;
    for (const windSpeedMps of [12.5, 11.9, 12.1, 11.9]) {
      aircraft.kite({ windSpeedMps });
      scripted.run(5);
    }
    const refused = station.flight.takeOff(ALICE);
    assert.equal(outcome(refused), 'WIND_TOO_STRONG');
    assert.equal(
      refused.ok ? '' : refused.refusal.message,
      'the wind must be at most 12 m/s for take-off, it was 12.5 m/s just now',
    );
    scripted.run(5);
    expectAccepted(station.flight.takeOff(ALICE));
    assert.deepEqual(scripted.story, ['0.05 +30002{limit: 12, wind_speed: 12.5}', '25 TakingOff -30002']);
  });

  it('during take-off lands the Kite too', () => {
    const scripted = new ScriptedStation().climbing();
    scripted.record().aircraft.kite({ driftM: 2.6, altitudeM: 0.4 });
    scripted.run(6);
    assert.deepEqual(scripted.story, [
      '3.05 +30001{level: warning only, limit: 2, measure: drift, unit: m, value: 2.6, wind_speed: 2}',
      '5.05 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 2.5, measure: drift, unit: m, value: 2.6, wind_speed: 2}',
      '5.15 Landing ~30001{altitude_max: 10, level: landing, limit: 2.5, measure: drift, unit: m, value: 2.6, wind_speed: 2} +30042{reason: the wind load stays over its limit}',
    ]);
  });
});
