import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import { Line } from './support/line.ts';
import { type Kind, type Quirks, ScriptedAutopilot } from './support/scripted-autopilot.ts';

const KINDS: readonly Kind[] = ['ArduCopter', 'PX4'];

async function begun(kind: Kind, quirks: Quirks = {}, line?: Parameters<typeof Line.begin>[0]) {
  const trial = await Line.begin(line);
  const autopilot = await ScriptedAutopilot.begin(trial, kind, quirks);
  await trial.run(5);
  return { trial, autopilot, aircraft: trial.aircraft };
}

async function flying(kind: Kind, quirks: Quirks = {}) {
  const begin = await begun(kind, quirks);
  begin.aircraft.takeOff(3);
  assert.ok((await begin.trial.until(() => Math.abs((begin.trial.kite?.altitudeM ?? 0) - 3) < 0.2, 15)) !== undefined);
  return begin;
}

describe('orders to an autopilot', () => {
  for (const kind of KINDS) {
    it(`fly ${kind}: take-off, height, landing`, async () => {
      const { trial, autopilot, aircraft } = await begun(kind);
      await using _ = trial;
      assert.equal(trial.kite?.landedState, 'OnGround');
      aircraft.takeOff(3);
      await trial.run(1.5);
      assert.equal(trial.kite?.landedState, 'InAir', 'from the start of the motors');
      assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 3) < 0.1, 6)) !== undefined);
      aircraft.setAltitude(8);
      assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 8) < 0.1, 8)) !== undefined);
      aircraft.land('normal');
      assert.ok((await trial.until(() => trial.kite?.landedState === 'OnGround', 15)) !== undefined);
      assert.equal(trial.kite?.isFlownElsewhere, false);
      assert.deepEqual(
        trial.notes.filter(({ severity }) => severity !== 'info'),
        [],
      );
    });

    it(`stop the landing of ${kind}, and a climb`, async () => {
      const { trial, autopilot, aircraft } = await flying(kind);
      await using _ = trial;
      aircraft.setAltitude(20);
      await trial.run(4);
      aircraft.holdAltitude();
      await trial.run(1);
      const heldM = autopilot.altitudeM;
      await trial.run(3);
      assert.ok(Math.abs(autopilot.altitudeM - heldM) < 0.1);
      aircraft.land('normal');
      await trial.run(2);
      assert.ok(autopilot.isLanding);
      aircraft.setAltitude(5);
      assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 5) < 0.1, 8)) !== undefined);
      assert.equal(trial.kite?.isFlownElsewhere, false, 'the old mode was still reported after the order');
    });

    it(`turn ${kind} by more than half a turn, in the ordered direction`, async () => {
      const { trial, aircraft } = await flying(kind);
      await using _ = trial;
      aircraft.movePan({ kind: 'toAngle', angleDeg: 270 });
      assert.ok((await trial.until(() => trial.kite?.isRotating === true, 1)) !== undefined);
      assert.ok((await trial.until(() => trial.kite?.isRotating === false, 20)) !== undefined);
      assert.ok(Math.abs((trial.kite?.headingUnwrappedDeg ?? 0) - 270) < 2, `${trial.kite?.headingUnwrappedDeg}`);
      aircraft.movePan({ kind: 'atRate', rateDps: -10, durationS: 4 });
      await trial.run(8);
      assert.ok(Math.abs((trial.kite?.headingUnwrappedDeg ?? 0) - 230) < 3, `${trial.kite?.headingUnwrappedDeg}`);
      assert.ok(Math.abs((trial.kite?.altitudeM ?? 0) - 3) < 0.3, 'at its height');
      assert.deepEqual(
        trial.notes.filter(({ severity }) => severity !== 'info'),
        [],
      );
    });

    it(`turn ${kind} until its camera points there, also where the gimbal has moved from the nose meanwhile`, async () => {
      const { trial, autopilot, aircraft } = await flying(kind);
      await using _ = trial;
      aircraft.movePan({ kind: 'toAngle', angleDeg: 90 });
      assert.ok((await trial.until(() => autopilot.headingDeg > 45, 5)) !== undefined);
      autopilot.gimbalYawDeg = -6.5;
      assert.ok((await trial.until(() => trial.kite?.isRotating === false, 20)) !== undefined);
      assert.ok(Math.abs((trial.camera?.panDeg ?? 0) - 90) < 2, `${trial.camera?.panDeg}`);
      assert.ok(Math.abs(autopilot.headingDeg - 96.5) < 2, `${autopilot.headingDeg}`);
    });

    it(`tilt the camera of ${kind} to an angle and at a rate, and always stop it`, async () => {
      const { trial, autopilot, aircraft } = await flying(kind);
      await using _ = trial;
      aircraft.moveTilt({ kind: 'toAngle', angleDeg: 30 });
      await trial.run(1.5);
      assert.ok(Math.abs((trial.camera?.tiltDeg ?? 0) - 30) < 1);
      aircraft.moveTilt({ kind: 'atRate', rateDps: -5, durationS: 2 });
      await trial.run(1);
      assert.equal(trial.camera?.isTilting, true);
      await trial.run(3);
      assert.equal(autopilot.pitchDps, 0);
      assert.ok(Math.abs((trial.camera?.tiltDeg ?? 0) - 20) < 3, `${trial.camera?.tiltDeg}`);
      assert.equal(trial.camera?.isTilting, false);
      const { tilt } = aircraft.capabilities.gimbal;
      assert.deepEqual([tilt?.minDeg, tilt?.maxDeg], [-20, 90]);
    });

    it(`of ${kind} that come too late start no motor: the landing after a take-off counts`, async () => {
      const { trial, autopilot, aircraft } = await begun(kind, {}, { seed: 1, delayMs: [300, 300] });
      await using _ = trial;
      aircraft.takeOff(3);
      await trial.run(0.2);
      aircraft.land('normal');
      await trial.run(5);
      assert.equal(autopilot.isArmed, false);
      assert.equal(autopilot.commands(MAV_CMD.NAV_TAKEOFF).length, 0);
    });

    it(`to ${kind} are repeated until they come through: a take-off that is lost for eight seconds`, async () => {
      const { trial, autopilot, aircraft } = await begun(kind, { loses: MAV_CMD.NAV_TAKEOFF });
      await using _ = trial;
      aircraft.takeOff(3);
      await trial.run(8);
      autopilot.quirks.loses = 0;
      assert.ok((await trial.until(() => autopilot.altitudeM > 2.8, 6)) !== undefined);
      const sent = autopilot.commands(MAV_CMD.NAV_TAKEOFF).length;
      assert.ok(sent >= 15 && sent <= 20, `${sent} packets in 8 s`);
      await trial.run(10);
      assert.equal(autopilot.commands(MAV_CMD.NAV_TAKEOFF).length, sent, 'no more once it is answered');
    });

    it(`to ${kind} are not repeated once another takes their place: no take-off after a landing`, async () => {
      const { trial, autopilot, aircraft } = await begun(kind, { loses: MAV_CMD.NAV_TAKEOFF });
      await using _ = trial;
      aircraft.takeOff(3);
      await trial.run(3);
      assert.equal(autopilot.isArmed, true);
      aircraft.land('normal');
      const sent = autopilot.commands(MAV_CMD.NAV_TAKEOFF).length;
      autopilot.quirks.loses = 0;
      await trial.run(20);
      assert.equal(autopilot.commands(MAV_CMD.NAV_TAKEOFF).length, sent);
      assert.deepEqual([autopilot.isArmed, autopilot.altitudeM], [false, 0]);
    });

    it(`to ${kind} leave its mode of before for a while: a take-off whose arming is late is no landing of others`, async () => {
      const { trial, autopilot, aircraft } = await flying(kind);
      await using _ = trial;
      aircraft.land('normal');
      assert.ok((await trial.until(() => trial.kite?.landedState === 'OnGround', 15)) !== undefined);
      autopilot.quirks.loses = MAV_CMD.COMPONENT_ARM_DISARM;
      aircraft.takeOff(3);
      await trial.run(6);
      autopilot.quirks.loses = MAV_CMD.NAV_TAKEOFF;
      await trial.run(4);
      autopilot.quirks.loses = 0;
      assert.ok((await trial.until(() => autopilot.altitudeM > 2.8, 8)) !== undefined);
      assert.equal(trial.kite?.isFlownElsewhere, false);
    });

    it(`to turn never end a landing of ${kind}`, async () => {
      const { trial, autopilot, aircraft } = await flying(kind);
      await using _ = trial;
      aircraft.movePan({ kind: 'toAngle', angleDeg: 170 });
      await trial.run(0.5);
      aircraft.land('normal');
      await trial.run(1);
      aircraft.movePan({ kind: 'toAngle', angleDeg: 20 });
      assert.ok((await trial.until(() => autopilot.isArmed === false, 8)) !== undefined);
      const isTold = trial.texts.some((text) => text.startsWith('turning: not in a landing'));
      assert.equal(isTold, kind === 'PX4');
    });

    it(`to ${kind} make up for a height that is held a little below, but not a little below that of a low take-off`, async () => {
      const { trial, autopilot, aircraft } = await begun(kind, { holdsBelowM: 0.15 });
      await using _ = trial;
      aircraft.takeOff(1);
      await trial.run(15);
      assert.ok(Math.abs(autopilot.altitudeM - 0.85) < 0.02);
      assert.equal(autopilot.commands(MAV_CMD.DO_REPOSITION).length, 0);
      aircraft.setAltitude(3);
      assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 3) < 0.05, 15)) !== undefined);
    });

    it(`of height to ${kind} are believed when the height moves: one that stays is told`, async () => {
      const { trial, aircraft } = await flying(kind, { staysOnReposition: true });
      await using _ = trial;
      aircraft.setAltitude(10);
      await trial.run(8);
      assert.ok(
        trial.texts.some((text) => text.includes('ordered to 10.0 m, it does not move')),
        `${trial.texts}`,
      );
    });

    it(`to ${kind} wait for a home: without one there is no height`, async () => {
      const { trial, autopilot, aircraft } = await begun(kind, { hasNoHome: true });
      await using _ = trial;
      assert.equal(trial.kite?.altitudeM, undefined);
      aircraft.takeOff(3);
      await trial.run(3);
      assert.equal(autopilot.isArmed, false);
      assert.ok(trial.texts.includes('take-off: position and home are not known yet'));
    });

    it(`to a gimbal of ${kind} that never answers end, and are told`, async () => {
      const { trial, aircraft } = await begun(kind, { isGimbalSilent: true });
      await using _ = trial;
      aircraft.moveTilt({ kind: 'toAngle', angleDeg: 30 });
      await trial.run(16);
      assert.ok(
        trial.texts.some((text) => text.startsWith('camera: no answer')),
        `${trial.texts}`,
      );
    });
  }

  it('of height that move the Kite the wrong way are stopped at once, and it only lands from then on', async () => {
    // As reported of autopilots that read a relative height as one above mean sea level: they accept, and descend.
    const { trial, autopilot, aircraft } = await flying('ArduCopter');
    await using _ = trial;
    aircraft.setAltitude(12);
    assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 12) < 0.1, 12)) !== undefined);
    autopilot.quirks.ignoresFrame = true;
    aircraft.setAltitude(15);
    await trial.run(3);
    assert.ok(trial.notes.some(({ severity, text }) => severity === 'error' && text.includes('stopped; land it')));
    const stoppedM = autopilot.altitudeM;
    assert.ok(stoppedM > 9, `${stoppedM} m`);
    const orders = autopilot.commands(MAV_CMD.DO_REPOSITION).length;
    aircraft.setAltitude(16);
    aircraft.holdAltitude();
    await trial.run(3);
    assert.equal(autopilot.commands(MAV_CMD.DO_REPOSITION).length, orders);
    assert.ok(Math.abs(autopilot.altitudeM - stoppedM) < 0.2);
    assert.equal(trial.kite?.isFlownElsewhere, false);
    aircraft.land('normal');
    assert.ok((await trial.until(() => trial.kite?.landedState === 'OnGround', 15)) !== undefined);
  });

  it('that an autopilot refuses are told with its reason', async () => {
    const { trial, aircraft, autopilot } = await begun('ArduCopter', { refusesArming: true });
    await using _ = trial;
    aircraft.takeOff(3);
    await trial.run(2);
    assert.ok(trial.texts.includes('arming: refused: Failed'), `${trial.texts}`);
    assert.equal(autopilot.commands(MAV_CMD.NAV_TAKEOFF).length, 0);
  });

  it('are not repeated to an aircraft that a pilot has taken over', async () => {
    const { trial, autopilot, aircraft } = await flying('PX4', { loses: MAV_CMD.DO_REPOSITION });
    await using _ = trial;
    aircraft.setAltitude(10);
    await trial.run(2);
    autopilot.pilotTakesOver();
    await trial.run(1.5);
    const sent = autopilot.commands(MAV_CMD.DO_REPOSITION).length;
    await trial.run(10);
    assert.equal(autopilot.commands(MAV_CMD.DO_REPOSITION).length, sent);
  });
});

describe('a vehicle that somebody else flies', () => {
  for (const kind of KINDS) {
    it(`${kind} gets no order until it is given back`, async () => {
      const { trial, autopilot, aircraft } = await flying(kind);
      await using _ = trial;
      autopilot.pilotTakesOver();
      await trial.run(1.5);
      assert.equal(trial.kite?.isFlownElsewhere, true);
      const { length } = autopilot.orders.filter(({ command }) => command !== MAV_CMD.SET_MESSAGE_INTERVAL);
      aircraft.setAltitude(10);
      aircraft.holdAltitude();
      aircraft.land('safety');
      aircraft.movePan({ kind: 'toAngle', angleDeg: 90 });
      aircraft.moveTilt({ kind: 'toAngle', angleDeg: 10 });
      await trial.run(3);
      const after = autopilot.orders.filter(({ command }) => command !== MAV_CMD.SET_MESSAGE_INTERVAL);
      assert.equal(after.length, length);
      autopilot.customMode = kind === 'PX4' ? 0x0304_0000 : 4;
      await trial.run(1.5);
      assert.equal(trial.kite?.isFlownElsewhere, false);
      aircraft.setAltitude(5);
      assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 5) < 0.1, 8)) !== undefined);
    });
  }

  it('is one whose autopilot says that another ground station is in control', async () => {
    const { trial, autopilot } = await flying('ArduCopter');
    await using _ = trial;
    autopilot.controllingSystem = 245;
    await trial.run(2);
    assert.equal(trial.kite?.isFlownElsewhere, true);
    assert.ok(trial.texts.includes('flown elsewhere: ground station 245 is in control'));
  });
});

describe('the link to a vehicle', () => {
  it('that is lost leaves no data of the Kite; with its return the failsafe landing may be ended', async () => {
    const { trial, autopilot, aircraft } = await flying('ArduCopter');
    await using _ = trial;
    aircraft.setAltitude(20);
    await trial.run(18);
    trial.line.isCut = true;
    await trial.run(3);
    const before = trial.samples.length;
    await trial.run(3);
    assert.ok(trial.samples.slice(before).every(({ kite }) => kite === undefined));
    // As flown: it lands by itself, and stays in that mode when the heartbeats are back.
    autopilot.customMode = 9;
    trial.line.isCut = false;
    await trial.run(1.5);
    assert.equal(trial.kite?.isFlownElsewhere, false);
    aircraft.setAltitude(15);
    assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 15) < 0.2, 15)) !== undefined);
  });

  it('with two autopilots, or two sources of one id, carries no order', async () => {
    const { trial, autopilot, aircraft } = await begun('ArduCopter');
    await using _ = trial;
    const heartbeat = {
      type: 2,
      autopilot: 3,
      base_mode: 1,
      custom_mode: 0,
      system_status: 4,
      mavlink_version: 3,
    };
    const step = trial.onStep;
    const { encode } = await import('@kitestring/mavlink-codec/codec.ts');
    let sequence = 0;
    trial.onStep = (nowUs) => {
      step(nowUs);
      sequence = (sequence + 1) % 256;
      if (sequence % 10 === 0)
        trial.far.send(encode('HEARTBEAT', heartbeat, { system: 2, component: 1, sequence }), 'Order');
    };
    await trial.run(2);
    aircraft.takeOff(3);
    await trial.run(3);
    assert.equal(autopilot.isArmed, false);
    assert.ok(
      trial.texts.some((text) => text.startsWith('two autopilots')),
      `${trial.texts}`,
    );
  });
});
