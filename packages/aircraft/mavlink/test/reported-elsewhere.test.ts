import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import { Line } from './support/line.ts';
import { type Kind, type Quirks, RIVAL, ScriptedAutopilot } from './support/scripted-autopilot.ts';

/* Behaviour of autopilots that others have reported, with the numbers of their reports, and the right answer of the driver. */

async function flying(kind: Kind, quirks: Quirks = {}) {
  const trial = await Line.begin();
  const autopilot = await ScriptedAutopilot.begin(trial, kind, quirks);
  const { aircraft } = trial;
  await trial.run(5);
  aircraft.takeOff(3);
  assert.ok((await trial.until(() => Math.abs((trial.kite?.altitudeM ?? 0) - 3) < 0.2, 15)) !== undefined);
  await trial.run(5);
  return { trial, autopilot, aircraft };
}

const gimbalOrders = ({ orders }: ScriptedAutopilot) =>
  orders.filter(({ command }) => command === MAV_CMD.DO_GIMBAL_MANAGER_PITCHYAW);

describe('reported of autopilots', () => {
  it('ardupilot!23737: another station orders a climb that no status shows; it counts as flown elsewhere', async () => {
    const { aircraft, autopilot, trial } = await flying('ArduCopter');
    await using _ = trial;
    autopilot.anotherOrders(12);
    assert.ok((await trial.until(() => trial.kite?.isFlownElsewhere === true, 8)) !== undefined);
    assert.ok(trial.texts.includes('flown elsewhere: it moves without an order of this station'), `${trial.texts}`);
    const { length } = autopilot.orders;
    aircraft.setAltitude(4);
    assert.equal(autopilot.orders.length, length);
    // The other one has done, and the Kite stands.
    assert.ok((await trial.until(() => trial.kite?.isFlownElsewhere === false, 25)) !== undefined);
    aircraft.setAltitude(5);
    assert.ok((await trial.until(() => Math.abs(autopilot.altitudeM - 5) < 0.2, 15)) !== undefined);
  });

  it('ardupilot!23737: another station moves the gimbal that the manager calls ours; the next order takes control again', async () => {
    const { aircraft, autopilot, trial } = await flying('PX4');
    await using _ = trial;
    aircraft.moveTilt({ kind: 'toAngle', angleDeg: 10 });
    await trial.run(5);
    const taken = autopilot.commands(MAV_CMD.DO_GIMBAL_MANAGER_CONFIGURE).length;
    autopilot.pitchDps = -10;
    await trial.run(4);
    autopilot.pitchDps = 0;
    assert.ok(trial.texts.includes('the camera is tilted by another station or pilot'), `${trial.texts}`);
    aircraft.moveTilt({ kind: 'toAngle', angleDeg: 0 });
    await trial.run(3);
    assert.equal(autopilot.commands(MAV_CMD.DO_GIMBAL_MANAGER_CONFIGURE).length, taken + 1);
    assert.ok(Math.abs(trial.camera?.tiltDeg ?? 90) < 1);
  });

  for (const [rivalClaims, ordered, isTold] of [
    [RIVAL, RIVAL, false],
    [1, 1, true],
  ] as const) {
    it(`PX4#24942: of two gimbal managers one gets all orders, ${isTold ? 'and they are told where both claim one gimbal' : 'the gimbal itself'}`, async () => {
      const { aircraft, autopilot, trial } = await flying('PX4', { rivalClaims });
      await using _ = trial;
      assert.equal(
        trial.texts.includes('several components claim the gimbal: they may fight'),
        isTold,
        `${trial.texts}`,
      );
      for (const angleDeg of [10, 30]) {
        aircraft.moveTilt({ kind: 'toAngle', angleDeg });
        await trial.run(5);
      }
      const { DO_GIMBAL_MANAGER_CONFIGURE, DO_GIMBAL_MANAGER_PITCHYAW } = MAV_CMD;
      const sent = [DO_GIMBAL_MANAGER_CONFIGURE, DO_GIMBAL_MANAGER_PITCHYAW].flatMap((id) => autopilot.commands(id));
      assert.ok(sent.length >= 3);
      assert.deepEqual([...new Set(sent.map((fields) => fields.target_component))], [ordered]);
      assert.ok(Math.abs((trial.camera?.tiltDeg ?? 90) - 30) < 1);
    });
  }

  it('ardupilot#15699: a tilt orders the tilt alone, by the gimbal protocol 2, and turns no aircraft', async () => {
    const { aircraft, autopilot, trial } = await flying('ArduCopter', { tiltsOnly: true });
    await using _ = trial;
    aircraft.movePan({ kind: 'toAngle', angleDeg: 90 });
    assert.ok((await trial.until(() => trial.kite?.isRotating === false, 20)) !== undefined);
    aircraft.moveTilt({ kind: 'toAngle', angleDeg: 20 });
    await trial.run(5);
    const [order] = gimbalOrders(autopilot);
    assert.ok(order !== undefined && Number.isNaN(order.param2) && Number.isNaN(order.param4), 'no yaw');
    assert.equal(autopilot.commands(MAV_CMD.DO_MOUNT_CONTROL).length, 0);
    assert.ok(Math.abs(autopilot.headingDeg - 90) < 1, `${autopilot.headingDeg}`);
  });

  it('ardupilot!30872: a gimbal that is turned at a rate is stopped when the station ends', async () => {
    const { aircraft, autopilot, trial } = await flying('ArduCopter');
    aircraft.moveTilt({ kind: 'atRate', rateDps: 5, durationS: 10 });
    await trial.run(1);
    assert.equal(autopilot.pitchDps, -5);
    const ended = trial[Symbol.asyncDispose]();
    await trial.run(2);
    await ended;
    assert.equal(autopilot.pitchDps, 0);
  });

  it('PX4#26569: the frame of an azimuth may be lost, so that gimbals are ordered from the nose', async () => {
    const { aircraft, autopilot, trial } = await flying('PX4');
    await using _ = trial;
    aircraft.moveTilt({ kind: 'toAngle', angleDeg: 20 });
    await trial.run(3);
    const [order] = gimbalOrders(autopilot);
    const [inVehicleFrame, inEarthFrame] = [32, 64];
    assert.ok(order !== undefined && 'param5' in order);
    assert.equal(order.param5 & (inVehicleFrame | inEarthFrame), inVehicleFrame);
  });

  for (const kind of ['ArduCopter', 'PX4'] as const) {
    it(`ardupilot#3921: ${kind} acknowledges what it does not do; each order is judged by what is seen`, async () => {
      const { aircraft, autopilot, trial } = await flying(kind);
      await using _ = trial;
      autopilot.quirks.isFrozen = true;
      aircraft.setAltitude(10);
      aircraft.movePan({ kind: 'toAngle', angleDeg: 90 });
      aircraft.moveTilt({ kind: 'toAngle', angleDeg: 20 });
      await trial.run(8);
      for (const text of [
        'ordered to 10.0 m, it does not move: see its messages',
        'ordered to turn, it does not move: see its messages',
        'camera ordered to a tilt of 20 degrees, it shows 0 degrees',
      ]) {
        assert.ok(trial.texts.includes(text), `${text}: ${trial.texts}`);
      }
      assert.deepEqual([trial.kite?.isRotating, trial.camera?.isTilting], [false, false]);
      aircraft.land('normal');
      await trial.run(12);
      assert.ok(trial.texts.includes('ordered to land, it does not come down: see its messages'), `${trial.texts}`);
    });

    it(`ardupilot#3921: a climb of ${kind} that ends on the way, as at a fence, is told`, async () => {
      const { aircraft, autopilot, trial } = await flying(kind);
      await using _ = trial;
      aircraft.setAltitude(20);
      await trial.run(6);
      autopilot.quirks.isFrozen = true;
      await trial.run(12);
      assert.ok(trial.texts.includes('ordered to 20.0 m, it does not move: see its messages'), `${trial.texts}`);
    });

    it(`PX4#24696: ${kind} that says nothing about a gimbal has none, and flies`, async () => {
      const { aircraft, autopilot, trial } = await flying(kind, { isManagerSilent: true });
      await using _ = trial;
      assert.deepEqual(aircraft.capabilities.gimbal, {});
      aircraft.moveTilt({ kind: 'toAngle', angleDeg: 20 });
      await trial.run(100);
      assert.equal(gimbalOrders(autopilot).length, 0);
      const asked = autopilot.commands(MAV_CMD.REQUEST_MESSAGE).filter(({ param1 }) => param1 === 280);
      assert.ok(asked.length <= 30, `asked ${asked.length} times`);
    });
  }

  it('a turn is stopped by the shorter way: ArduCopter measures a direction from its own set point', async () => {
    const { aircraft, autopilot, trial } = await flying('ArduCopter');
    await using _ = trial;
    aircraft.movePan({ kind: 'toAngle', angleDeg: 170 });
    assert.ok((await trial.until(() => autopilot.headingDeg > 60, 5)) !== undefined);
    aircraft.movePan({ kind: 'stop' });
    await trial.run(20);
    assert.ok(autopilot.headingDeg > 40 && autopilot.headingDeg < 100, `${autopilot.headingDeg}`);
    assert.equal(trial.kite?.isRotating, false);
  });
});
