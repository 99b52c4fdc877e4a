import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import type { KiteSample } from '../src/ports/aircraft.ts';

/** The Ground Station reports on, without a word from the Kite; then this is what the Kite says. */
function unheard(scripted: ScriptedStation, seconds: number, then: Partial<KiteSample> = {}): ScriptedStation {
  scripted.aircraft.kite(undefined).camera(undefined);
  scripted.run(seconds).aircraft.camera({});
  scripted.aircraft.kite({ ...IN_THE_AIR, ...then });
  return scripted;
}

const IN_THE_AIR = { landedState: 'InAir', altitudeM: 10 } as const;

describe('a report of the Kite that the link has lost', () => {
  it('does not end a turn that goes on', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.camera.rotateWithSpeed(ALICE, { pan_speed: 10, duration: 10 }));
    scripted.aircraft.kite({ isRotating: true });
    scripted.run(1).aircraft.kite(undefined);
    scripted.run(0.05);
    assert.equal(scripted.shown.is_rotating, true);
  });

  it('does not confirm that the camera has stopped: it is told again', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.camera.rotateWithSpeed(ALICE, { pan_speed: 10, duration: 60 }));
    scripted.aircraft.kite({ isRotating: true });
    scripted.run(2);
    let stops = 0;
    scripted.aircraft.movePan = ({ kind }) => {
      if (kind === 'stop') stops += 1;
    };
    expectAccepted(scripted.station.camera.rotateWithSpeed(ALICE, { duration: 1 }));
    unheard(scripted, 1.5, { isRotating: true }).run(0.6);
    assert.equal(stops, 3);
    scripted.aircraft.kite({ isRotating: false });
    scripted.run(5);
    assert.equal(stops, 3);
  });

  it('does not show the Kite on the ground again, which has just left it: an aborted take-off is a landing', () => {
    const scripted = new ScriptedStation().standBy();
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.run(3.05);
    scripted.aircraft.kite(undefined);
    expectAccepted(scripted.station.flight.abort(ALICE));
    scripted.run(0.5);
    assert.equal(scripted.shown.flight_state, 'Landing');
    scripted.aircraft.kite({ ...IN_THE_AIR, altitudeM: 0.3 });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'Landing');
    assert.equal(scripted.aircraft.flightRequests.at(-1), 'land(normal)');
  });

  it('lets no gust last longer than it was seen: no safety landing by one reading', () => {
    const scripted = new ScriptedStation().flying();
    scripted.aircraft.kite({ climbRateMps: -0.6 });
    scripted.run(0.1);
    unheard(scripted, 1.8, { climbRateMps: 0 }).run(0.1);
    assert.equal(scripted.shown.flight_state, 'Flying');
  });

  it('does not clear the way for it: lids that are not open below the Kite are seen with every second report lost', () => {
    const scripted = new ScriptedStation({ installation: 'Rooftop Box' });
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.flying().aircraft.rooftopBox({ lids: 'Closed' });
    for (let reports = 0; reports < 30; reports += 1) unheard(scripted, 0.05).run(0.05);
    assert.deepEqual(scripted.activeCodes, [20021, 60010]);
  });
});

describe('an order to turn that the link has lost', () => {
  it('is shown as under way until the camera points where it was told to, or it is told no more', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.camera.rotateToAngle(ALICE, { pan_ned: 90 }));
    scripted.run(3);
    assert.equal(scripted.shown.is_rotating, true);
    scripted.aircraft.camera({ panDeg: 90 });
    scripted.run(0.05);
    assert.equal(scripted.shown.is_rotating, false);
    expectAccepted(scripted.station.camera.rotateToAngle(ALICE, { pan_ned: 180 }));
    scripted.run(5.05);
    assert.equal(scripted.shown.is_rotating, false);
  });
});
