import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { DEFAULT_STATION_SETTINGS } from '../../src/station-settings.ts';

const { rooftopBox } = DEFAULT_STATION_SETTINGS;

/** A Rooftop Box with open lids and the Kite at 15 m. */
function above(lidsStuckLanding: 'hold' | 'land' = 'hold'): ScriptedStation {
  const scripted = new ScriptedStation({
    installation: 'Rooftop Box',
    rooftopBox: { ...rooftopBox, lidsStuckLanding },
  });
  scripted.aircraft.rooftopBox({ lids: 'Opened' });
  scripted.flying(15).aircraft.execute();
  return scripted.record();
}

describe('a moving system', () => {
  it('is told, refuses take-off, and leaves a flight alone', () => {
    const scripted = new ScriptedStation().flying(20).record();
    scripted.aircraft.groundStation({ isMoving: true });
    scripted.run(10).aircraft.groundStation({ isMoving: false });
    scripted.run(1);
    assert.deepEqual(scripted.story, ['0.05 +10050', '10.05 -10050']);
    const standing = new ScriptedStation().standBy();
    standing.aircraft.groundStation({ isMoving: true });
    assert.equal(outcome(standing.run(1).station.flight.takeOff(ALICE)), 'SYSTEM_MOVING');
  });
});

describe('the parking brake', () => {
  it('that is released is told on the ground only: in flight it changes nothing', () => {
    const scripted = above();
    scripted.aircraft.rooftopBox({ parkingBrakeEngaged: false });
    scripted.run(5);
    assert.deepEqual(scripted.story, []);
    expectAccepted(scripted.station.flight.land(ALICE));
    scripted.run(30).aircraft.rooftopBox({ lids: 'Closed', parkingBrakeEngaged: true });
    scripted.run(1);
    assert.deepEqual(scripted.story, ['5 Landing', '25 StandBy +60030{required: Engaged}', '35.05 -60030']);
  });
});

describe('lids', () => {
  it('that do not open break a take-off off, until they have been moved once by command', () => {
    const scripted = new ScriptedStation({ installation: 'Rooftop Box' }).standBy().record();
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(20);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'LIDS_STUCK');
    expectAccepted(scripted.station.system.openRtbLids(ALICE));
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.run(1);
    assert.deepEqual(scripted.story, ['0 TakingOff', '12 StandBy +60010', '20.05 -60010']);
  });

  it('that do not close after a landing are told; the next take-off is refused', () => {
    const scripted = above();
    expectAccepted(scripted.station.flight.land(ALICE));
    scripted.run(25).aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(20);
    assert.deepEqual(scripted.story, ['0 Landing', '20 StandBy', '32 +60010']);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'LIDS_STUCK');
  });

  it('that are half open below the Kite: a landing is refused, the flight goes on', () => {
    const scripted = above();
    scripted.aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(3);
    const refused = scripted.station.flight.land(ALICE);
    assert.equal(outcome(refused), 'LIDS_STUCK');
    assert.match(refused.ok ? '' : refused.refusal.message, /rooftop_box\.lids_stuck_landing/);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 5 }));
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.run(1);
    expectAccepted(scripted.station.flight.land(ALICE));
    assert.deepEqual(scripted.story, ['1.05 +60010', '3.05 -60010', '4 Landing']);
  });

  it('that leave their end during a landing break it off: the Kite waits 5 m above', () => {
    const scripted = above();
    expectAccepted(scripted.station.flight.land(ALICE));
    scripted.run(17).aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(20);
    assert.deepEqual(scripted.story, ['0 Landing', '18.05 Flying +60010']);
    assert.equal(scripted.shown.altitude_target, 5);
    assert.equal(scripted.shown.altitude, 5);
  });

  it('whose switch chatters for less than a second disturb nothing', () => {
    const scripted = above();
    expectAccepted(scripted.station.flight.land(ALICE));
    scripted.run(5).aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(0.9).aircraft.rooftopBox({ lids: 'Opened' });
    scripted.run(20);
    assert.deepEqual(scripted.story, ['0 Landing', '20 StandBy']);
  });

  it('are no reason not to land where the settings say so', () => {
    const scripted = above('land');
    scripted.aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(3);
    expectAccepted(scripted.station.flight.land(ALICE));
    scripted.run(21);
    assert.deepEqual(scripted.story.slice(0, 3), ['1.05 +60010', '3 Landing', '23 StandBy']);
  });

  it('stop neither a landing that the station orders nor a safety landing', () => {
    const ordered = above();
    ordered.aircraft.rooftopBox({ lids: 'Between' }).kite({ batteryVoltageV: 15 });
    ordered.run(10);
    assert.equal(ordered.shown.flight_state, 'Landing');
    const safety = above();
    safety.aircraft.rooftopBox({ lids: 'Between', safetyLandButtonPressed: true });
    safety.run(5);
    assert.equal(safety.shown.flight_state, 'SafetyLanding');
  });
});

describe('a twisted tether', () => {
  it('warns at 5 turns, refuses to wind further at 10, and lets unwind', () => {
    const scripted = new ScriptedStation().flying(20).record();
    const { camera } = scripted.station;
    scripted.aircraft.kite({ headingUnwrappedDeg: 5 * 360 });
    scripted.run(1).aircraft.kite({ headingUnwrappedDeg: 10 * 360 });
    scripted.run(1);
    assert.equal(outcome(camera.rotateByAngle(ALICE, { pan: 10 })), 'TETHER_TWISTED');
    expectAccepted(camera.rotateByAngle(ALICE, { pan: -10 }));
    scripted.aircraft.kite({ headingUnwrappedDeg: 360 });
    scripted.run(1);
    assert.deepEqual(scripted.story, [
      '0.05 +30020{limit: 10, turns: 5}',
      '1.05 -30020 +30021{limit: 10, turns: 10}',
      '2.05 -30021',
    ]);
  });
});
