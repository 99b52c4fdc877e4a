import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

/** In the air at 20 m with a Kite that is no longer heard, while the Ground Station still is. */
function silent(start: 'flying' | 'landing' | 'safetyLanding' | 'standBy' = 'flying'): ScriptedStation {
  const scripted = new ScriptedStation()[start]();
  scripted.record().aircraft.kite(undefined);
  return scripted.run(4);
}

const OVER_THE_GROUND = { landedState: 'InAir', altitudeM: 12, climbRateMps: 0 } as const;
const ON_THE_GROUND = { landedState: 'OnGround', altitudeM: 0 } as const;

describe('data of the Kite', () => {
  it('missing for 2 s make Unknown, and nothing but the state is shown', () => {
    const scripted = silent();
    assert.deepEqual(scripted.shown, { flight_state: 'Unknown' });
    assert.deepEqual(scripted.story, ['2.05 Unknown +20020']);
    for (const refused of [scripted.station.flight.land(ALICE), scripted.station.flight.takeOff(ALICE)]) {
      assert.equal(outcome(refused), 'WRONG_FLIGHT_STATE');
    }
  });

  /* How the flight was; what the Kite reports when it is heard again; state then; what the station asked of it. */
  const table: [Parameters<typeof silent>[0], string, (scripted: ScriptedStation) => unknown, string, string[]][] = [
    ['flying', 'it hovers', ({ aircraft }) => aircraft.kite(OVER_THE_GROUND), '4.05 Flying -20020', ['holdAltitude()']],
    [
      'flying',
      'it lands by its own failsafe',
      ({ aircraft }) => aircraft.kite({ ...OVER_THE_GROUND, failsafeLanding: true }),
      '4.05 SafetyLanding +30040{reason: the Kite lands by a failsafe of its own} -20020',
      ['land(safety)'],
    ],
    [
      'flying',
      'it hovers with a damaged tether',
      ({ aircraft }) => aircraft.kite(OVER_THE_GROUND).groundStationHazards({ tetherDamaged: true }),
      '4.05 SafetyLanding +30040{reason: the tether is damaged} -20020 +30030',
      ['land(safety)'],
    ],
    [
      'landing',
      'it hovers',
      ({ aircraft }) => aircraft.kite(OVER_THE_GROUND),
      '4.05 Flying -20020',
      ['holdAltitude()'],
    ],
    [
      'safetyLanding',
      'it is still on its way down',
      ({ aircraft }) => aircraft.kite({ ...OVER_THE_GROUND, failsafeLanding: false }),
      '4.05 SafetyLanding +30040{reason: the Kite lands by a failsafe of its own} -20020',
      ['land(safety)'],
    ],
    ['standBy', 'it is where it was', ({ aircraft }) => aircraft.kite(ON_THE_GROUND), '4.05 StandBy -20020', []],
  ];
  for (const [start, what, bring, line, requests] of table) {
    it(`come back after ${start}, and ${what}: ${line}`, () => {
      const scripted = silent(start);
      scripted.aircraft.requests.length = 0;
      bring(scripted);
      scripted.run(0.1);
      assert.equal(scripted.story.at(-1), line);
      assert.deepEqual(scripted.aircraft.flightRequests, requests);
    });
  }

  it('come back from a Kite that has landed meanwhile: StandBy, and a reset after 20 s; the lids stay as they are', () => {
    const scripted = new ScriptedStation({ installation: 'Rooftop Box' });
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.flying(20).record().aircraft.kite(undefined);
    scripted.run(60).aircraft.kite(ON_THE_GROUND);
    scripted.run(1);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'RESETTING_AFTER_SAFETY_LANDING');
    scripted.run(20);
    assert.deepEqual(scripted.story, ['2.05 Unknown +20020', '60.05 StandBy -20020']);
    assert.equal(scripted.aircraft.requests.at(-1), 'reset()');
    assert.equal(scripted.aircraft.requests.includes('closeLids()'), false, 'somebody may be working at the open box');
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  it('come back to a station that must land the Kite: it is not stopped on its way', () => {
    const scripted = silent();
    scripted.aircraft.groundStation({ batteryVoltageV: 11 });
    scripted.run(6).aircraft.kite(OVER_THE_GROUND);
    scripted.run(0.1);
    assert.match(scripted.story.at(-1) ?? '', /^10\.05 Landing \+30042/);
    assert.deepEqual(scripted.aircraft.flightRequests.slice(-2), ['setAltitude(10)', 'land(normal)']);
  });

  it('missing on the ground need no reset', () => {
    const scripted = silent('standBy');
    scripted.aircraft.kite(ON_THE_GROUND);
    scripted.run(1);
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  it('of a Kite that stands locked after a landing of its own before the station started: reset too', () => {
    const scripted = new ScriptedStation();
    scripted.aircraft.kite({ failsafeLanding: true });
    scripted.standBy();
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'RESETTING_AFTER_SAFETY_LANDING');
    scripted.run(20).aircraft.kite({ failsafeLanding: false });
    assert.deepEqual(scripted.aircraft.requests, ['reset()']);
  });

  it('and of everything else missing: the same, found by the clock', () => {
    const scripted = new ScriptedStation().flying().record().silence(4);
    assert.deepEqual(scripted.story, ['2.5 Unknown +20020 +40010']);
  });
});
