import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_CMD, MAV_FRAME, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { type CommandNeed, type MavlinkCommand, ORDER_PACE } from '../src/protocol/command.ts';
import { AUTOPILOT, LINES, LineTrial } from './support/line-trial.ts';

const land: MavlinkCommand = {
  form: 'Long',
  target: AUTOPILOT,
  command: MAV_CMD.NAV_LAND,
  params: [0, 0, 0, Number.NaN],
};
const yaw = (deg: number): MavlinkCommand => ({ ...land, command: MAV_CMD.CONDITION_YAW, params: [deg] });

describe('an order over a line', () => {
  it('is sent as it was meant, with rising confirmations until it is answered', async () => {
    await using trial = await LineTrial.begin();
    let count = 0;
    trial.answerCommands(() => {
      count += 1;
      return count === 3 ? MAV_RESULT.DENIED : undefined;
    });
    const outcome = await trial.settled(trial.commands.run(yaw(90)), 4);
    assert.deepEqual(outcome, { outcome: 'Refused', reason: 'Denied', detail: 0, isRepeated: true });
    const sent = trial.atVehicle.map((message) => message.name === 'COMMAND_LONG' && message.fields);
    assert.deepEqual(
      sent.map((fields) => fields && [fields.command, fields.param1, fields.confirmation, fields.target_component]),
      [0, 1, 2].map((confirmation) => [MAV_CMD.CONDITION_YAW, 90, confirmation, 1]),
    );
  });

  it('has a frame and whole numbers for positions as COMMAND_INT', async () => {
    await using trial = await LineTrial.begin();
    trial.answerCommands(() => MAV_RESULT.ACCEPTED);
    const outcome = await trial.settled(
      trial.commands.run({
        form: 'Int',
        target: AUTOPILOT,
        command: MAV_CMD.DO_REPOSITION,
        frame: MAV_FRAME.GLOBAL_RELATIVE_ALT_INT,
        params: [-1, 1, 0, Number.NaN],
        x: 473_977_420,
        y: 85_455_940,
        z: 20,
      }),
      2,
    );
    assert.equal(outcome.outcome, 'Accepted');
    const [message] = trial.atVehicle;
    assert.ok(message?.name === 'COMMAND_INT');
    assert.deepEqual([message.fields.frame, message.fields.x, message.fields.z], [6, 473_977_420, 20]);
  });

  it('takes no answer from another component, to another station, or about another order', async () => {
    await using trial = await LineTrial.begin();
    trial.vehicle.onMessage((message) => {
      if (message.name !== 'COMMAND_LONG') return;
      const ack = { command: MAV_CMD.NAV_LAND, result: MAV_RESULT.ACCEPTED, target_system: 255, target_component: 190 };
      trial.vehicle.send('COMMAND_ACK', ack, { from: 154 });
      trial.vehicle.send('COMMAND_ACK', { ...ack, target_system: 245 });
      trial.vehicle.send('COMMAND_ACK', { ...ack, command: MAV_CMD.NAV_TAKEOFF });
    });
    assert.deepEqual(await trial.settled(trial.commands.run(land), 5), { outcome: 'Silent' });
  });

  it('waits for the one of its kind before it, which only a newest one replaces', async () => {
    await using trial = await LineTrial.begin();
    trial.answerCommands(({ fields }) => (fields.param1 === 30 ? MAV_RESULT.ACCEPTED : undefined));
    const [first, second] = [trial.commands.run(yaw(10)), trial.commands.run(yaw(20))];
    await trial.run(0.5);
    const newest = trial.commands.run(yaw(30), { isNewest: true });
    const outcomes = await trial.settled(Promise.all([first, second, newest]), 4);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['Superseded', 'Superseded', 'Accepted'],
    );
  });

  it('is never taken as accepted by the answer to one before it', async () => {
    await using trial = await LineTrial.begin();
    const first = trial.commands.run(yaw(10));
    await trial.run(0.5);
    const newest = trial.commands.run(yaw(20), { isNewest: true });
    const [old] = trial.atVehicle;
    assert.ok(old?.name === 'COMMAND_LONG');
    trial.line.isCut = true;
    await trial.run(0.2);
    trial.line.isCut = false;
    // The second was lost, and the first is answered now.
    trial.answer(old, MAV_RESULT.ACCEPTED);
    trial.answerCommands(() => MAV_RESULT.ACCEPTED);
    assert.equal((await trial.settled(newest, 3)).outcome, 'Accepted');
    assert.equal((await first).outcome, 'Superseded');
    const angles = trial.atVehicle.map((message) => message.name === 'COMMAND_LONG' && message.fields.param1);
    assert.ok(angles.includes(20), 'the vehicle has the second one');
  });

  it('that moves something arrives, and is answered, on a line that loses half of it, by two packets a second', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      await using trial = await LineTrial.begin({ seed, loss: 0.5, duplicate: 0.1, delayMs: [5, 200] });
      trial.answerCommands(() => MAV_RESULT.ACCEPTED);
      for (let deg = 1; deg <= 10; deg += 1) {
        const order = trial.commands.run(yaw(deg), { isNewest: true, pace: ORDER_PACE });
        assert.equal((await trial.settled(order, 15.1)).outcome, 'Accepted', `${deg} of seed ${seed}`);
      }
    }
  });

  it('that is not wanted any more is sent no more, whatever was heard of it', async () => {
    await using trial = await LineTrial.begin();
    let need: CommandNeed = 'Wanted';
    const order = trial.commands.run(land, { pace: ORDER_PACE, need: () => need });
    await trial.run(1.1);
    assert.equal(trial.atVehicle.length, 3);
    need = 'Dropped';
    assert.deepEqual(await trial.settled(order, 1), { outcome: 'Superseded' });
    await trial.run(5);
    assert.equal(trial.atVehicle.length, 3);
  });

  it('ends with the link', async () => {
    await using trial = await LineTrial.begin();
    const orders = [trial.commands.run(land), trial.commands.run(land)];
    trial.commands[Symbol.dispose]();
    orders.push(trial.commands.run(land));
    assert.deepEqual(await Promise.all(orders), Array(3).fill({ outcome: 'Stopped' }));
  });

  it('is one of a bounded number that wait', async () => {
    await using trial = await LineTrial.begin();
    const orders = Array.from({ length: 40 }, () => trial.commands.run(land));
    assert.deepEqual(await orders[39], { outcome: 'Superseded' });
  });

  for (const { name, ...line } of LINES) {
    it(`ends in time as what the vehicle did, on ${name}`, async () => {
      await using trial = await LineTrial.begin(line);
      trial.answerCommands(({ fields }) => (fields.param1 % 3 === 0 ? MAV_RESULT.DENIED : MAV_RESULT.ACCEPTED));
      for (let deg = 1; deg <= 30; deg += 1) {
        const { outcome } = await trial.settled(trial.commands.run(yaw(deg)), 4.7);
        const isHeard = trial.atVehicle.some(
          ({ fields, name: each }) => each === 'COMMAND_LONG' && 'param1' in fields && fields.param1 === deg,
        );
        assert.ok(['Silent', deg % 3 === 0 ? 'Refused' : 'Accepted'].includes(outcome), `${deg}: ${outcome}`);
        assert.ok(outcome === 'Silent' || isHeard, 'what was answered was heard');
      }
    });
  }
});
