import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { GimbalControl } from '../src/protocol/gimbal-control.ts';
import { chooseGimbalManager, findGimbalManagers, type GimbalManager } from '../src/protocol/gimbal-managers.ts';
import type { LossyLinkOptions } from '../src/testing/lossy-link.ts';
import { AUTOPILOT, LINES, LineTrial } from './support/line-trial.ts';

const GIMBAL = { system: 1, component: 154 };

const information = (gimbal_device_id: number): FieldsToSend['GIMBAL_MANAGER_INFORMATION'] => ({
  time_boot_ms: 1,
  cap_flags: 32 | 256,
  roll_min: 0,
  roll_max: 0,
  pitch_min: -Math.PI / 2,
  pitch_max: 0.5,
  yaw_min: Number.NaN,
  yaw_max: Number.NaN,
  gimbal_device_id,
});

const status = (system: number, component: number): FieldsToSend['GIMBAL_MANAGER_STATUS'] => ({
  time_boot_ms: 1,
  flags: 0,
  gimbal_device_id: 154,
  primary_control_sysid: system,
  primary_control_compid: component,
  secondary_control_sysid: 0,
  secondary_control_compid: 0,
});

const manager: GimbalManager = {
  ids: AUTOPILOT,
  deviceId: 154,
  pitchDeg: undefined,
  yawDeg: undefined,
  hasPitchAxis: true,
  hasYawAxis: true,
};

/** A gimbal behind the autopilot, as PX4 has it: without control it refuses, and a rate turns it until the next order. */
class ScriptedGimbal {
  holder = 0;
  pitchDeg = 0;
  yawDeg = 0;
  pitchDps = 0;
  moves = 0;
  readonly orders: Message<'COMMAND_LONG'>['fields'][] = [];
  configure: number = MAV_RESULT.ACCEPTED;

  constructor(trial: LineTrial) {
    trial.answerCommands((order) => {
      if (order.name !== 'COMMAND_LONG') return MAV_RESULT.UNSUPPORTED;
      this.orders.push(order.fields);
      return order.fields.command === MAV_CMD.DO_GIMBAL_MANAGER_CONFIGURE
        ? this.#configured(order.fields.param1)
        : this.#moved(order.fields);
    });
  }

  #configured(system: number): number {
    if (this.configure === MAV_RESULT.ACCEPTED) this.holder = system;
    return this.configure;
  }

  #moved({ param1, param2, param3 }: Message<'COMMAND_LONG'>['fields']): number {
    if (this.configure === MAV_RESULT.ACCEPTED && this.holder !== 255) return MAV_RESULT.DENIED;
    this.moves += 1;
    if (!Number.isNaN(param1)) this.pitchDeg = param1;
    if (!Number.isNaN(param2)) this.yawDeg = param2;
    this.pitchDps = Number.isNaN(param3) ? 0 : param3;
    return MAV_RESULT.ACCEPTED;
  }
}

async function trialOf(line?: Omit<LossyLinkOptions, 'clock'>) {
  const trial = await LineTrial.begin(line);
  const gimbal = new ScriptedGimbal(trial);
  const control = new GimbalControl(trial.station, trial.commands, manager);
  return { trial, gimbal, control };
}

describe('managers of gimbals', () => {
  it('are found among the components, with what they can do; the silent and the refusing are none', async () => {
    await using trial = await LineTrial.begin();
    trial.vehicle.onMessage((message) => {
      if (message.name !== 'COMMAND_LONG') return;
      const { target_component: from, command } = message.fields;
      const result = from === 1 ? MAV_RESULT.ACCEPTED : MAV_RESULT.UNSUPPORTED;
      if (from !== 200)
        trial.vehicle.send('COMMAND_ACK', { command, result, target_system: 255, target_component: 190 }, { from });
      if (from !== 1) return;
      trial.vehicle.send('GIMBAL_MANAGER_INFORMATION', information(1));
      trial.vehicle.send('GIMBAL_MANAGER_INFORMATION', information(2));
    });
    const candidates = [1, 100, 200].map((component) => ({ system: 1, component }));
    const found = await trial.settled(findGimbalManagers(trial.station, trial.commands, candidates), 8);
    assert.deepEqual(
      found.map(({ deviceId, ids }) => [ids.component, deviceId]),
      [
        [1, 1],
        [1, 2],
      ],
    );
    const [first = assert.fail()] = found;
    assert.deepEqual([Math.round(first.pitchDeg?.[0] ?? 0), first.yawDeg, first.hasYawAxis], [-90, undefined, true]);
  });

  it('give the orders to the gimbal itself, else to the autopilot, and tell when two claim it', () => {
    const autopilot = manager;
    const own = { ...manager, ids: GIMBAL };
    const companion = { ...manager, ids: { system: 1, component: 191 } };
    assert.deepEqual(chooseGimbalManager([]), { choice: 'None' });
    assert.deepEqual(chooseGimbalManager([autopilot]), { choice: 'One', manager: autopilot });
    assert.deepEqual(chooseGimbalManager([autopilot, own]), { choice: 'One', manager: own });
    const contested = { choice: 'Contested', manager: autopilot, others: [companion] };
    assert.deepEqual(chooseGimbalManager([autopilot, companion]), contested);
    const wired = { ...manager, deviceId: 1 };
    assert.deepEqual(chooseGimbalManager([wired, { ...wired, deviceId: 2 }]), { choice: 'One', manager: wired });
    // 1 is the gimbal that is wired to an autopilot, not the autopilot, which is component 1.
    const rival = { ...wired, ids: GIMBAL };
    assert.deepEqual(chooseGimbalManager([wired, rival]), { choice: 'Contested', manager: wired, others: [rival] });
  });
});

describe('a gimbal', () => {
  it('is taken under control first, once, and then points where it is told, in the frame of the vehicle', async () => {
    const { control, gimbal, trial } = await trialOf();
    await using _ = trial;
    assert.equal((await trial.settled(control.point({ pitchDeg: -30, vehicleYawDeg: 20 }), 3)).outcome, 'Accepted');
    assert.equal((await trial.settled(control.point({ pitchDeg: -40 }), 3)).outcome, 'Accepted');
    assert.deepEqual(
      gimbal.orders.map(({ command }) => command),
      [1001, 1000, 1000],
    );
    assert.deepEqual([gimbal.pitchDeg, gimbal.yawDeg], [-40, 20], 'a yaw that is not ordered stays');
    const last = gimbal.orders.at(-1);
    assert.deepEqual([last?.param3, last?.param4, last?.param5, last?.param7], [Number.NaN, Number.NaN, 44, 154]);
  });

  it('moves without control where the manager does not know it, and not where it refuses it', async () => {
    const { control, gimbal, trial } = await trialOf();
    await using _ = trial;
    gimbal.configure = MAV_RESULT.DENIED;
    assert.deepEqual(await trial.settled(control.point({ pitchDeg: -30 }), 3), {
      outcome: 'Refused',
      reason: 'Denied',
      detail: 0,
    });
    assert.equal(gimbal.moves, 0);
    gimbal.configure = MAV_RESULT.UNSUPPORTED;
    assert.equal((await trial.settled(control.point({ pitchDeg: -30 }), 3)).outcome, 'Accepted');
  });

  it('turns at a rate only as long as that is ordered again, and is then stopped by 0', async () => {
    const { control, gimbal, trial } = await trialOf();
    await using _ = trial;
    for (let index = 0; index < 10; index += 1) {
      void control.turn({ pitchDps: -5 });
      await trial.run(0.2);
    }
    assert.equal(gimbal.pitchDps, -5);
    await trial.run(0.3);
    assert.equal(gimbal.pitchDps, -5);
    await trial.run(0.4);
    assert.deepEqual([gimbal.pitchDps, gimbal.orders.at(-1)?.param3, gimbal.orders.at(-1)?.param4], [0, 0, 0]);
    const { length } = gimbal.orders;
    await trial.run(5);
    assert.equal(gimbal.orders.length, length, 'and is left alone');
  });

  it('is stopped when its control ends', async () => {
    const { control, gimbal, trial } = await trialOf();
    await using _ = trial;
    void control.turn({ pitchDps: -5 });
    await trial.run(0.3);
    await trial.settled(control[Symbol.asyncDispose](), 2);
    assert.equal(gimbal.pitchDps, 0);
  });

  it('that another station has taken is left alone until an operator takes it back', async () => {
    const { control, gimbal, trial } = await trialOf();
    await using _ = trial;
    await trial.settled(control.point({ pitchDeg: -30 }), 3);
    trial.vehicle.send('GIMBAL_MANAGER_STATUS', status(245, 190));
    await trial.run(0.5);
    assert.equal(control.holder.state, 'Ours', 'an old report');
    trial.vehicle.send('GIMBAL_MANAGER_STATUS', status(255, 190));
    await trial.run(4);
    trial.vehicle.send('GIMBAL_MANAGER_STATUS', status(245, 190));
    await trial.run(0.5);
    assert.deepEqual(control.holder, { state: 'TakenAway', by: { system: 245, component: 190 } });
    const { moves } = gimbal;
    const refused = await control.point({ pitchDeg: -10 });
    assert.equal(refused.outcome === 'Refused' && refused.reason, 'NotInControl');
    assert.equal(gimbal.moves, moves);
    await trial.settled(control.takeControl(), 3);
    assert.equal((await trial.settled(control.point({ pitchDeg: -10 }), 3)).outcome, 'Accepted');
  });

  it('that never answers is silent in time', async () => {
    const { control, trial } = await trialOf();
    await using _ = trial;
    trial.line.isCut = true;
    assert.equal((await trial.settled(control.point({ pitchDeg: -30 }), 16)).outcome, 'Silent');
  });

  for (const { name, ...line } of LINES) {
    it(`never turns on after the stick is released, on ${name}`, async () => {
      const { control, gimbal, trial } = await trialOf(line);
      await using _ = trial;
      for (let index = 0; index < 25; index += 1) {
        void control.turn({ pitchDps: -5 });
        await trial.run(0.2);
      }
      await trial.run(14);
      assert.equal(gimbal.pitchDps, 0);
    });
  }
});
