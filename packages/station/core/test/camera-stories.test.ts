import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { NO_KITE_HAZARDS } from '../src/ports/aircraft.ts';

describe('pointing the camera', () => {
  it('by_angle goes the way it says, even half a turn', () => {
    const scripted = new ScriptedStation().flying();
    scripted.aircraft.camera({ panDeg: 170, tiltDeg: 5 });
    scripted.run(0.05);
    expectAccepted(scripted.station.camera.rotateByAngle(ALICE, { pan: 180 }));
    expectAccepted(scripted.station.camera.rotateByAngle(ALICE, { pan: -180, tilt: 20 }));
    assert.deepEqual(scripted.aircraft.requests.slice(-3), [
      'movePan(toAngle 350)',
      'movePan(toAngle -10)',
      'moveTilt(toAngle 25)',
    ]);
  });

  const shorter: [from: number, to: number, expected: number][] = [
    [350, 10, 370],
    [10, 350, -10],
    [0, 180, 180],
    [0, 181, -179],
    [725, 0, 720],
    [-725, 359, -721],
  ];
  for (const [from, to, expected] of shorter) {
    it(`to_angle from ${from} to ${to} degrees takes the shorter way round, to ${expected}`, () => {
      const scripted = new ScriptedStation().flying();
      scripted.aircraft.camera({ panDeg: from });
      scripted.run(0.05);
      expectAccepted(scripted.station.camera.rotateToAngle(ALICE, { pan_ned: to }));
      assert.equal(scripted.aircraft.requests.at(-1), `movePan(toAngle ${expected})`);
    });
  }

  it('leaves an axis that is not named as it is', () => {
    const scripted = new ScriptedStation().flying();
    const before = scripted.aircraft.requests.length;
    expectAccepted(scripted.station.camera.rotateToAngle(ALICE, { tilt_ned: 30 }));
    assert.deepEqual(scripted.aircraft.requests.slice(before), ['moveTilt(toAngle 30)']);
  });

  it('with_speed: an axis that is not named is stopped', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.camera.rotateWithSpeed(ALICE, { pan_speed: -10, duration: 2.5 }));
    assert.deepEqual(scripted.aircraft.requests.slice(-2), ['movePan(atRate -10 for 2.5 s)', 'moveTilt(stop)']);
  });

  it('takes a rotation by or to an angle without an axis, and moves nothing', () => {
    for (const scripted of [new ScriptedStation().standBy(), new ScriptedStation().flying()]) {
      const before = scripted.aircraft.requests.length;
      assert.equal(outcome(scripted.station.camera.rotateByAngle(ALICE, {})), 'accepted');
      assert.equal(outcome(scripted.station.camera.rotateToAngle(ALICE, {})), 'accepted');
      scripted.run(1);
      assert.deepEqual(scripted.aircraft.requests.slice(before), []);
      assert.equal(scripted.station.flight.state().is_rotating, false);
    }
  });

  it('with_speed without an axis stops both', () => {
    const scripted = new ScriptedStation().flying();
    const before = scripted.aircraft.requests.length;
    expectAccepted(scripted.station.camera.rotateWithSpeed(ALICE, { duration: 1 }));
    assert.deepEqual(scripted.aircraft.requests.slice(before), ['movePan(stop)', 'moveTilt(stop)']);
  });

  it('a landing stops both axes at once, whoever orders it, and again until a report confirms it', () => {
    const landings: [string, (scripted: ScriptedStation) => void][] = [
      ['land(normal)', ({ station }) => expectAccepted(station.flight.land(ALICE))],
      ['land(safety)', ({ aircraft }) => void aircraft.kite({ hazards: { ...NO_KITE_HAZARDS, motorFailed: true } })],
    ];
    for (const [order, land] of landings) {
      const scripted = new ScriptedStation().flying();
      expectAccepted(scripted.station.camera.rotateWithSpeed(ALICE, { pan_speed: 20, tilt_speed: 5, duration: 10 }));
      scripted.aircraft.kite({ isRotating: true }).camera({ isTilting: true });
      scripted.run(1);
      const before = scripted.aircraft.requests.length;
      land(scripted);
      scripted.run(0.1);
      assert.deepEqual(scripted.aircraft.requests.slice(before), [order, 'movePan(stop)', 'moveTilt(stop)']);
      const again: string[] = [];
      scripted.aircraft.movePan = ({ kind }) => void again.push(`pan ${kind}`);
      scripted.aircraft.moveTilt = ({ kind }) => void again.push(`tilt ${kind}`);
      scripted.run(1);
      assert.deepEqual(again, ['pan stop', 'tilt stop']);
      scripted.aircraft.kite({ isRotating: false }).camera({ isTilting: false });
      scripted.run(2);
      assert.deepEqual(again, ['pan stop', 'tilt stop']);
    }
  });

  it('by 0 stops the axis, and names no movement', () => {
    const scripted = new ScriptedStation().flying();
    const before = scripted.aircraft.requests.length;
    expectAccepted(scripted.station.camera.rotateByAngle(ALICE, { pan: 0 }));
    assert.deepEqual(scripted.aircraft.requests.slice(before), ['movePan(stop)']);
    scripted.run(0.1);
    assert.equal(scripted.shown.is_rotating, false);
  });

  const speeds: [number, string][] = [
    [1.99, 'SPEED_OUT_OF_RANGE'],
    [-1.99, 'SPEED_OUT_OF_RANGE'],
    [2, 'accepted'],
    [-25, 'accepted'],
    [25.01, 'SPEED_OUT_OF_RANGE'],
    [0, 'accepted'],
  ];
  for (const [speed, expected] of speeds) {
    it(`a speed of ${speed} degrees per second: ${expected}`, () => {
      const { station } = new ScriptedStation().flying();
      const pan = station.camera.rotateWithSpeed(ALICE, { pan_speed: speed, duration: 1 });
      const tilt = station.camera.rotateWithSpeed(ALICE, { tilt_speed: speed, duration: 1 });
      assert.deepEqual([outcome(pan), outcome(tilt)], [expected, expected]);
    });
  }
});

describe('a camera that is not there', () => {
  it('never seen: reads and commands are 404', () => {
    const scripted = new ScriptedStation();
    scripted.aircraft.camera(undefined);
    scripted.standBy();
    const { camera } = scripted.station;
    assert.equal(outcome(camera.info()), 'CAMERA_NOT_FOUND');
    assert.equal(outcome(camera.state()), 'CAMERA_NOT_FOUND');
    assert.equal(outcome(camera.rotateByAngle(ALICE, { tilt: 1 })), 'CAMERA_NOT_FOUND');
  });

  it('seen and off: reads give the last data with Offline, commands are 503, and notification 40010 is active', () => {
    const scripted = new ScriptedStation();
    scripted.aircraft.camera({ panDeg: 190.126, tiltDeg: 33 });
    scripted.standBy();
    scripted.aircraft.camera(undefined);
    scripted.run(0.1);
    const state = scripted.station.camera.state();
    assert.deepEqual(state.ok && state.value, {
      online_state: 'Offline',
      pan_ned: -169.87,
      tilt_ned: 33,
      roll_ned: 0,
    });
    assert.equal(outcome(scripted.station.camera.info()), 'accepted');
    assert.equal(outcome(scripted.station.camera.rotateByAngle(ALICE, { tilt: 1 })), 'CAMERA_OFFLINE');
    assert.deepEqual(scripted.activeCodes, [40010]);
  });

  it('taken away: as if none had been seen, and nobody is told that it is off', () => {
    const scripted = new ScriptedStation().standBy();
    scripted.aircraft.payload('Other');
    scripted.run(0.1);
    const { camera } = scripted.station;
    assert.equal(outcome(camera.info()), 'CAMERA_NOT_FOUND');
    assert.equal(outcome(camera.rotateByAngle(ALICE, { tilt: 1 })), 'CAMERA_NOT_FOUND');
    assert.deepEqual(scripted.activeCodes, []);
    scripted.aircraft.payload(undefined);
    scripted.run(0.1);
    assert.equal(outcome(camera.info()), 'accepted');
  });

  it('another payload is another model', () => {
    const scripted = new ScriptedStation().standBy();
    scripted.aircraft.camera({ model: 'Camera 2nd Generation IR Plus' });
    scripted.run(0.1);
    const info = scripted.station.camera.info();
    assert.equal(info.ok && info.value.model, 'Camera 2nd Generation IR Plus');
  });
});

describe('tether twist', () => {
  const turned = (turns: number) => {
    const scripted = new ScriptedStation().flying();
    scripted.aircraft.kite({ headingUnwrappedDeg: turns * 360 }).camera({ panDeg: turns * 360 });
    return scripted.run(0.1);
  };

  it('5 turns warn, 10 turns are critical, either way', () => {
    assert.deepEqual(turned(4.9).activeCodes, []);
    assert.deepEqual(turned(5).activeCodes, [30020]);
    assert.deepEqual(turned(-5).activeCodes, [30020]);
    assert.deepEqual(turned(10).activeCodes, [30021]);
    assert.deepEqual(turned(-10).activeCodes, [30021]);
  });

  it('tells the turns again after half a turn, while it is active', () => {
    const scripted = turned(5);
    scripted.record();
    for (const turns of [5.4, 5.5, 9.5]) {
      scripted.aircraft.kite({ headingUnwrappedDeg: turns * 360 }).camera({ panDeg: turns * 360 });
      scripted.run(1);
    }
    assert.deepEqual(scripted.story, ['1.05 ~30020{limit: 10, turns: 5.5}', '2.05 ~30020{limit: 10, turns: 9.5}']);
  });

  it('at the limit a command that would wind further is refused, the other way is free', () => {
    const right = turned(10).station.camera;
    assert.equal(outcome(right.rotateByAngle(ALICE, { pan: 1 })), 'TETHER_TWISTED');
    assert.equal(outcome(right.rotateWithSpeed(ALICE, { pan_speed: 2, duration: 1 })), 'TETHER_TWISTED');
    assert.equal(outcome(right.rotateToAngle(ALICE, { pan_ned: 90 })), 'TETHER_TWISTED');
    assert.equal(outcome(right.rotateToAngle(ALICE, { pan_ned: 270 })), 'accepted');
    assert.equal(outcome(right.rotateByAngle(ALICE, { pan: -180 })), 'accepted');
    assert.equal(outcome(right.rotateByAngle(ALICE, { tilt: 5 })), 'accepted');
    assert.equal(outcome(turned(-10).station.camera.rotateByAngle(ALICE, { pan: -1 })), 'TETHER_TWISTED');
  });
});
