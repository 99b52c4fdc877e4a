import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

describe('the report wins', () => {
  it('no data for 2 s is Unknown, and nothing but the state is shown', () => {
    const scripted = new ScriptedStation().flying();
    scripted.silence(1.9);
    assert.equal(scripted.shown.flight_state, 'Flying');
    scripted.silence(0.7);
    assert.deepEqual(scripted.shown, { flight_state: 'Unknown' });
    scripted.aircraft.kite(undefined).report();
    assert.deepEqual(scripted.activeCodes, [20020]);
  });

  it('data that come back decide between StandBy and Flying', () => {
    const inTheAir = new ScriptedStation().flying(12).silence(3);
    inTheAir.run(0.1);
    assert.equal(inTheAir.shown.flight_state, 'Flying');
    assert.equal(inTheAir.shown.altitude_target, 12);
    const landed = new ScriptedStation().flying(12).silence(3);
    landed.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    landed.run(0.1);
    assert.equal(landed.shown.flight_state, 'StandBy');
  });

  it('a Kite that is on the ground is in StandBy, whatever was asked', () => {
    const scripted = new ScriptedStation().flying();
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'StandBy');
  });

  it('a report from before a command says nothing about it', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.camera.rotateByAngle(ALICE, { pan: 90 }));
    assert.equal(scripted.shown.is_rotating, true);
    scripted.aircraft.report();
    assert.equal(scripted.shown.is_rotating, true, 'a sample of the same moment is not an answer yet');
    scripted.aircraft.camera({ panDeg: 90 });
    scripted.run(0.05);
    assert.equal(scripted.shown.is_rotating, false);
  });
});
