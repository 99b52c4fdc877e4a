import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, BOB, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

const ROOFTOP_BOX = { installation: 'Rooftop Box' } as const;

describe('lids', () => {
  it('close by themselves after a landing', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX);
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.landing();
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.equal(scripted.aircraft.requests.at(-1), 'closeLids()');
    assert.equal(scripted.station.system.state().rtb_lids_state, 'Closing');
    scripted.aircraft.rooftopBox({ lids: 'Closed' });
    scripted.run(0.1);
    assert.equal(scripted.station.system.state().rtb_lids_state, 'Closed');
  });

  it('never close under a flying Kite', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX);
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.flying();
    assert.equal(outcome(scripted.station.system.closeRtbLids(ALICE)), 'WRONG_FLIGHT_STATE');
    assert.equal(scripted.aircraft.requests.includes('closeLids()'), false);
  });
});

describe('control', () => {
  it('another client in control is named, and nothing moves', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.handoff.request(BOB, { operator_name: 'Bob Meier' }));
    const before = [...scripted.aircraft.requests];
    const { flight, camera, system } = scripted.station;
    for (const refused of [
      flight.land(ALICE),
      flight.abort(ALICE),
      flight.setAltitude(ALICE, { altitude: 5 }),
      flight.setAltitudeSoftMax(ALICE, { altitude: 5 }),
      camera.rotateByAngle(ALICE, { pan: 5 }),
      system.openRtbLids(ALICE),
    ]) {
      assert.equal(outcome(refused), 'CONTROL_TAKEN');
      assert.match(refused.ok ? '' : refused.refusal.message, /Bob Meier/);
    }
    assert.deepEqual(scripted.aircraft.requests, before);
  });
});

describe('Remote ID', () => {
  it('needs an operator of the last 20 s to take off; in the air it only notifies', () => {
    const scripted = new ScriptedStation({ regulatoryMode: 'US_REMOTE_ID_STANDARD' }).standBy();
    const { station } = scripted;
    assert.equal(outcome(station.flight.takeOff(ALICE)), 'REMOTE_ID_NOT_READY');
    assert.deepEqual(station.system.state().drone_id, { status: 'FAILED', error_codes: ['ERROR_NO_OPERATOR'] });
    expectAccepted(
      station.handoff.request(ALICE, { operator_name: 'Alice', regulatory_mode: 'US_REMOTE_ID_STANDARD' }),
    );
    assert.equal(station.system.state().drone_id?.status, 'OK');
    scripted.run(12);
    assert.equal(station.handoff.topic.value.controlling_client, null, 'the lease is over');
    scripted.flying();
    assert.equal(scripted.shown.flight_state, 'Flying');
    scripted.run(21);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.deepEqual(scripted.activeCodes, [70010]);
  });

  it('is checking until the transmitter has tested itself', () => {
    const scripted = new ScriptedStation({ regulatoryMode: 'US_REMOTE_ID_STANDARD' });
    scripted.aircraft.remoteId('Running');
    scripted.standBy();
    assert.equal(scripted.station.system.state().drone_id?.status, 'CHECKING');
  });
});

describe('flight hours', () => {
  it('count the time in the air and survive a restart', () => {
    const scripted = new ScriptedStation().flying();
    scripted.run(3600);
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(100);
    const info = scripted.station.flight.info();
    const hours = info.ok ? (info.value.total_kite_flight_hours ?? 0) : 0;
    assert.ok(Math.abs(hours - 1) < 0.001, `${hours}`);
    assert.ok(Math.abs((scripted.store.counters.get('kite.airborne_us') ?? 0) - 3600e6) < 2e6);
  });

  it('do not count the day until a Kite that was lost in the air is found on the ground', () => {
    const scripted = new ScriptedStation().flying().silence(86_400);
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(1);
    const info = scripted.station.flight.info();
    assert.ok(info.ok && (info.value.total_kite_flight_hours ?? 1) < 0.01);
  });
});
