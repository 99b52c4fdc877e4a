import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, BOB, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

const PENDING = 30043;
const NOT_SENT = 30044;
const KITE_SILENT_S = 3;

/** Flying at 20 m, and then not heard. */
function unheard(): ScriptedStation {
  const scripted = new ScriptedStation().flying(20);
  scripted.aircraft.kite(undefined);
  return scripted.run(KITE_SILENT_S);
}

const heardAt20M = (scripted: ScriptedStation) => {
  scripted.aircraft.kite({ landedState: 'InAir', altitudeM: 20 });
  return scripted.run(0.1);
};

const pending = ({ station }: ScriptedStation) => station.flightFigures().pending_landing;

describe('a landing that is ordered while nothing is heard of the Kite', () => {
  it('is sent with the first data of a Kite that flies, once, and is told until then', () => {
    const scripted = unheard();
    const { station } = scripted;
    assert.equal(outcome(station.flight.land(ALICE)), 'WRONG_FLIGHT_STATE');
    expectAccepted(station.flight.setPendingLanding(ALICE));
    assert.equal(pending(scripted)?.ordered_by, 'first');
    assert.ok(scripted.activeCodes.includes(PENDING));
    heardAt20M(scripted);
    assert.equal(scripted.shown.flight_state, 'Landing');
    assert.equal(scripted.aircraft.flightRequests.at(-1), 'land(normal)');
    assert.equal(pending(scripted), undefined);
    assert.ok(!scripted.activeCodes.includes(PENDING));
    expectAccepted(station.flight.abort(ALICE));
    assert.equal(scripted.run(1).shown.flight_state, 'Flying');
  });

  it('is a landing of now where the Kite is heard, and refused where a landing is', () => {
    const scripted = new ScriptedStation().flying(20);
    assert.deepEqual(scripted.station.flight.setPendingLanding(ALICE), { ok: true, value: {} });
    assert.equal(scripted.shown.flight_state, 'Landing');
    assert.equal(outcome(scripted.station.flight.setPendingLanding(ALICE)), 'WRONG_FLIGHT_STATE');
  });

  it('stays when control lapses or changes hands, and is cancelled by its giver and by whoever may command', () => {
    const scripted = unheard();
    const { flight, handoff } = scripted.station;
    expectAccepted(handoff.request(ALICE, { operator_name: 'Alice' }));
    expectAccepted(flight.setPendingLanding(ALICE));
    scripted.run(15);
    expectAccepted(handoff.request(BOB, { operator_name: 'Bob' }));
    assert.equal(outcome(flight.setPendingLanding(ALICE)), 'CONTROL_TAKEN');
    assert.notEqual(pending(scripted), undefined);
    expectAccepted(flight.pendingLanding.cancel(ALICE));
    assert.equal(pending(scripted), undefined);
    expectAccepted(flight.setPendingLanding(BOB));
    assert.equal(outcome(flight.pendingLanding.cancel(ALICE)), 'CONTROL_TAKEN');
    expectAccepted(flight.pendingLanding.cancel({ ...ALICE, sessionId: BOB.sessionId }));
    assert.equal(heardAt20M(scripted).shown.flight_state, 'Flying');
  });

  it('ends when the Kite is found on the ground', () => {
    const scripted = unheard();
    expectAccepted(scripted.station.flight.setPendingLanding(ALICE));
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(0.1);
    assert.equal(pending(scripted), undefined);
    assert.ok(!scripted.activeCodes.includes(PENDING));
  });

  it('ends after ten minutes, which is told until the Kite is heard or it is ordered again', () => {
    const scripted = unheard();
    expectAccepted(scripted.station.flight.setPendingLanding(ALICE));
    scripted.run(599);
    assert.ok(!scripted.activeCodes.includes(NOT_SENT));
    scripted.run(2);
    assert.equal(pending(scripted), undefined);
    assert.ok(scripted.activeCodes.includes(NOT_SENT));
    expectAccepted(scripted.station.flight.setPendingLanding(ALICE));
    assert.ok(!scripted.activeCodes.includes(NOT_SENT));
    scripted.run(601);
    assert.equal(heardAt20M(scripted).shown.flight_state, 'Flying');
    assert.ok(!scripted.activeCodes.includes(NOT_SENT));
  });

  it('ends with the key that ordered it, not with its session', async () => {
    const scripted = unheard();
    const { auth, flight } = scripted.station;
    const added = await auth.addPlugin({ name: 'desk', scopes: ['read', 'control'] });
    assert.ok(added.ok);
    const session = await auth.requestToken({ key: added.value.key });
    assert.ok(session.ok);
    const caller = auth.authenticate(session.value.access_token);
    assert.ok(caller.ok);
    expectAccepted(flight.setPendingLanding(caller.value));
    expectAccepted(auth.invalidate(caller.value));
    scripted.run(1);
    assert.notEqual(pending(scripted), undefined);
    expectAccepted(auth.setEnabled(caller.value.callerId, false));
    scripted.run(1);
    assert.equal(pending(scripted), undefined);
  });

  it('ends with a restart of the Ground Station, and is not told afterwards', () => {
    const scripted = unheard();
    expectAccepted(scripted.station.flight.setPendingLanding(ALICE));
    const restarted = scripted.restarted();
    assert.ok(!restarted.run(1).activeCodes.includes(PENDING));
    assert.equal(heardAt20M(restarted).shown.flight_state, 'Flying');
  });
});

describe('the figures of the flight while nothing is heard of the Kite', () => {
  it('have what it said last, with its time, and only then', () => {
    const scripted = new ScriptedStation().flying(20);
    assert.equal(scripted.station.flightFigures().last_known, undefined);
    scripted.aircraft.kite(undefined);
    scripted.run(KITE_SILENT_S);
    const { state, time = '' } = scripted.station.flightFigures().last_known ?? {};
    assert.equal(state?.flight_state, 'Flying');
    assert.equal(state?.altitude, 20);
    assert.equal(state?.altitude_target, undefined);
    const silentS = (scripted.clock.nowUs() - Date.parse(time) * 1000) / 1e6;
    assert.ok(Math.abs(silentS - KITE_SILENT_S) < 0.11, `${silentS} s`);
    assert.deepEqual(scripted.shown, { flight_state: 'Unknown' });
    heardAt20M(scripted);
    assert.equal(scripted.station.flightFigures().last_known, undefined);
  });
});
