import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_CMD, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { MessageIntervals } from '../src/protocol/message-intervals.ts';
import { AUTOPILOT, LINES, LineTrial } from './support/line-trial.ts';

const ATTITUDE = 30;
const WANTED = { ATTITUDE: 10, SYSTEM_TIME: 2, WINCH_STATUS: 2 } as const;

/** A vehicle that sends what it is asked for, and has no winch. */
async function trialOf(line?: Parameters<typeof LineTrial.begin>[0]) {
  const trial = await LineTrial.begin(line);
  const hz = new Map<number, number>();
  const asked: number[] = [];
  trial.answerCommands(({ fields }) => {
    assert.equal(fields.command, MAV_CMD.SET_MESSAGE_INTERVAL);
    asked.push(fields.param1);
    if (fields.param1 === 9005) return MAV_RESULT.DENIED;
    hz.set(fields.param1, 1e6 / fields.param2);
    return MAV_RESULT.ACCEPTED;
  });
  const intervals = new MessageIntervals(trial.station, trial.commands, AUTOPILOT, WANTED);
  let tick = 0;
  const run = async (seconds: number) => {
    for (let passed = 0; passed < seconds * 10; passed += 1) {
      tick += 1;
      const isDue = (id: number) => tick % Math.round(10 / (hz.get(id) ?? 1e-9)) === 0;
      const angles = { roll: 0, pitch: 0, yaw: 0, rollspeed: 0, pitchspeed: 0, yawspeed: 0 };
      if (isDue(ATTITUDE)) trial.vehicle.send('ATTITUDE', { time_boot_ms: tick * 100, ...angles });
      if (isDue(2)) trial.vehicle.send('SYSTEM_TIME', { time_unix_usec: 0n, time_boot_ms: tick * 100 });
      if (tick % 10 === 0) intervals.step();
      await trial.run(0.1);
    }
  };
  const states = () => Object.fromEntries(intervals.all.map(({ name, state }) => [name, state]));
  return { trial, hz, asked, intervals, run, states };
}

describe('rates of messages of a vehicle', () => {
  it('are set one after the other, and what is refused is not asked for again', async () => {
    const { asked, intervals, run, states, trial } = await trialOf();
    await using _ = trial;
    await run(20);
    assert.deepEqual(asked, [30, 2, 9005]);
    assert.deepEqual(states(), { ATTITUDE: 'Set', SYSTEM_TIME: 'Set', WINCH_STATUS: 'Refused' });
    const attitude = intervals.all.find(({ name }) => name === 'ATTITUDE')?.measuredHz ?? 0;
    assert.ok(Math.abs(attitude - 10) < 1, String(attitude));
  });

  it('are asked for again when another ground station has changed them', async () => {
    const { asked, hz, run, trial } = await trialOf();
    await using _ = trial;
    await run(20);
    hz.set(ATTITUDE, 1);
    asked.length = 0;
    await run(15);
    assert.deepEqual(asked, [ATTITUDE]);
    assert.equal(hz.get(ATTITUDE), 10);
  });

  it('are asked for again after a new start of the vehicle and after a loss of the link', async () => {
    const { asked, run, trial } = await trialOf();
    await using _ = trial;
    await run(20);
    asked.length = 0;
    trial.vehicle.send('SYSTEM_TIME', { time_unix_usec: 0n, time_boot_ms: 1 });
    await run(3);
    assert.deepEqual(asked, [30, 2, 9005]);
    trial.line.isCut = true;
    await run(6);
    trial.line.isCut = false;
    await run(4);
    assert.deepEqual(asked, [30, 2, 9005, 30, 2, 9005]);
  });

  for (const { name, ...line } of LINES) {
    it(`are set in the end on ${name}`, async () => {
      const { asked, hz, run, states, trial } = await trialOf(line);
      await using _ = trial;
      await run(90);
      assert.equal(hz.get(ATTITUDE), 10);
      assert.equal(hz.get(2), 2);
      assert.ok(asked.length < 40, `asked ${asked.length} times`);
      assert.notEqual(states().ATTITUDE, 'Refused');
    });
  }
});
