import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

/** A Rooftop Box with open lids and the Kite at 15 m. */
function above(): ScriptedStation {
  const scripted = new ScriptedStation({ installation: 'Rooftop Box' });
  scripted.aircraft.rooftopBox({ lids: 'Opened' });
  scripted.flying(15).aircraft.execute();
  return scripted.record();
}

describe('a safety landing', () => {
  it('by the button comes down at twice the speed, closes the lids, and resets after 20 s', () => {
    const scripted = above();
    const { station, aircraft } = scripted;
    aircraft.rooftopBox({ safetyLandButtonPressed: true });
    scripted.run(2).aircraft.rooftopBox({ safetyLandButtonPressed: false });
    scripted.run(9);
    assert.deepEqual(scripted.story, [
      '0.05 SafetyLanding +30040{reason: the safety land button is pressed} +60020',
      '2.05 -60020',
      '10.05 StandBy -30040',
    ]);
    assert.deepEqual(aircraft.flightRequests.slice(-2), ['land(safety)', 'closeLids()']);
    const refused = station.flight.takeOff(ALICE);
    assert.equal(outcome(refused), 'RESETTING_AFTER_SAFETY_LANDING');
    assert.match(refused.ok ? '' : refused.refusal.message, /ready in 20 s/);
    aircraft.rooftopBox({ lids: 'Closed' });
    scripted.run(20);
    assert.equal(aircraft.requests.at(-1), 'reset()');
    expectAccepted(station.flight.takeOff(ALICE));
  });

  it('cannot be ended by a client, whatever it asks for', () => {
    const scripted = above();
    scripted.aircraft.kite({ failsafeLanding: true });
    scripted.run(1);
    const { camera, flight, system } = scripted.station;
    const before = scripted.aircraft.requests.length;
    for (const refused of [
      flight.abort(ALICE),
      flight.land(ALICE),
      flight.takeOff(ALICE),
      flight.setAltitude(ALICE, { altitude: 10 }),
      camera.rotateByAngle(ALICE, { pan: 10 }),
      camera.rotateByAngle(ALICE, { tilt: 10 }),
      system.closeRtbLids(ALICE),
    ]) {
      assert.equal(outcome(refused), 'WRONG_FLIGHT_STATE');
    }
    assert.equal(scripted.aircraft.requests.length, before);
  });

  it('is what Remote ID calls an emergency, as long as it lasts', () => {
    const scripted = above();
    scripted.aircraft.kite({ failsafeLanding: true });
    scripted.run(1);
    assert.equal(scripted.station.system.state().drone_id?.status, 'EMERGENCY');
    scripted.aircraft.kite({ failsafeLanding: false });
    scripted.run(12);
    assert.equal(scripted.station.system.state().drone_id?.status, 'OK');
  });

  it('goes on over a restart of the Ground Station, and so does the reset after it', () => {
    const scripted = above();
    scripted.aircraft.rooftopBox({ safetyLandButtonPressed: true });
    scripted.run(2).aircraft.rooftopBox({ safetyLandButtonPressed: false });
    const inTheAir = scripted.run(1).restarted().record().run(8);
    assert.deepEqual(inTheAir.story, [
      '0.05 SafetyLanding +30040{reason: a safety landing had begun before the restart}',
      '7.05 StandBy -30040',
    ]);
    assert.equal(inTheAir.aircraft.requests.includes('holdAltitude()'), false);
    inTheAir.aircraft.rooftopBox({ lids: 'Closed' });
    const onTheGround = inTheAir.run(1).restarted().run(1);
    assert.equal(outcome(onTheGround.station.flight.takeOff(ALICE)), 'RESETTING_AFTER_SAFETY_LANDING');
    onTheGround.run(20);
    assert.deepEqual(
      onTheGround.aircraft.requests.filter((request) => request === 'reset()'),
      ['reset()'],
    );
    const later = onTheGround.restarted().run(1);
    expectAccepted(later.station.flight.takeOff(ALICE));
  });

  it('is not made by a button that is pressed on the ground, which refuses take-off instead', () => {
    const scripted = new ScriptedStation({ installation: 'Rooftop Box' }).standBy().record();
    scripted.aircraft.rooftopBox({ safetyLandButtonPressed: true });
    scripted.run(1);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'SAFETY_LAND_BUTTON_PRESSED');
    scripted.aircraft.rooftopBox({ safetyLandButtonPressed: false });
    scripted.run(1);
    assert.deepEqual(scripted.story, ['0.05 +60020', '1.05 -60020']);
  });
});
