import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as breath } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_RESULT, MAV_STATE, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { MavlinkLink } from '@kitestring/mavlink-link';
import { LossyLink } from '@kitestring/mavlink-link/testing.ts';
import { MavlinkWinch } from '../src/mavlink/mavlink-winch.ts';
import { WatchedEquipment } from '../src/watch/watched-equipment.ts';

const WINCH = { system: 1, component: 169 };
const HEARTBEAT: FieldsToSend['HEARTBEAT'] = {
  type: MAV_TYPE.WINCH,
  autopilot: MAV_AUTOPILOT.INVALID,
  base_mode: 0,
  custom_mode: 0,
  system_status: MAV_STATE.ACTIVE,
  mavlink_version: 3,
};

/** A winch at the far end of a line, in virtual time. */
async function trial(cleanup: AsyncDisposableStack, ids = WINCH) {
  const clock = new VirtualClock();
  const line = new LossyLink({ seed: 1, clock });
  const link = cleanup.use(await MavlinkLink.over(line.ends[0].open, { ids: { system: 255, component: 190 }, clock }));
  const far = cleanup.use(await MavlinkLink.over(line.ends[1].open, { ids, clock, heartbeat: () => HEARTBEAT }));
  const winch = cleanup.use(new MavlinkWinch(link));
  const watched = cleanup.use(new WatchedEquipment(winch, clock));
  const orders: Message<'COMMAND_LONG'>['fields'][] = [];
  const state = { lengthM: 10, tensionKg: 1, status: 1, movesM: 0, result: MAV_RESULT.ACCEPTED as number | undefined };
  far.onMessage((message) => {
    if (message.name !== 'COMMAND_LONG') return;
    orders.push(message.fields);
    const { result } = state;
    const to = { target_system: message.system, target_component: message.component };
    if (result !== undefined) far.send('COMMAND_ACK', { command: message.fields.command, result, ...to });
  });
  const run = async (seconds: number) => {
    for (let passed = 0; passed < seconds - 1e-9; passed += 0.1) {
      clock.advance(0.1);
      link.step();
      far.step();
      state.lengthM += state.movesM / 10;
      far.send('WINCH_STATUS', {
        time_usec: 0n,
        line_length: state.lengthM,
        speed: state.movesM,
        tension: state.tensionKg,
        voltage: Number.NaN,
        current: Number.NaN,
        temperature: 0x7fff,
        status: state.status,
      });
      await breath();
    }
  };
  return { clock, line, winch, watched, orders, state, run };
}

describe('a winch that speaks MAVLink', () => {
  it('is there from its first report on, and is none before', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { run, winch } = await trial(cleanup);
    assert.deepEqual([winch.link, winch.capabilities.line], ['NotHeard', undefined]);
    assert.deepEqual(await winch.order({ kind: 'lineStop' }), { outcome: 'NotFitted' });
    await run(0.5);
    assert.deepEqual([winch.link, winch.name], ['Heard', 'winch 1/169']);
    assert.deepEqual(winch.capabilities.line, { orders: ['lineLength', 'lineRate', 'lineStop'] });
    assert.equal(winch.reading?.line?.tensionN, 9.80665);
  });

  for (const [name, ids] of [
    ['a component of its own', WINCH],
    ['behind the autopilot', { system: 1, component: 1 }],
  ] as const) {
    it(`gets its orders as ${name}: a length as the difference, a rate, a stop`, async () => {
      await using cleanup = new AsyncDisposableStack();
      const { orders, run, winch } = await trial(cleanup, ids);
      await run(0.5);
      const outcomes = [
        winch.order({ kind: 'lineLength', lengthM: 15, rateMps: 0.5 }),
        run(0.5).then(() => winch.order({ kind: 'lineRate', rateMps: -0.2 })),
        run(1).then(() => winch.order({ kind: 'lineStop' })),
      ];
      await run(2);
      assert.deepEqual(await Promise.all(outcomes), Array(3).fill({ outcome: 'Accepted' }));
      const params = orders.map(({ command, param1, param2, param3, param4, target_component }) => [
        ...[command, target_component, param1, param2, Math.round(param3 * 100), Math.round(param4 * 100)],
      ]);
      assert.deepEqual(params, [
        [42_600, ids.component, 1, 1, 500, 50],
        [42_600, ids.component, 1, 2, 0, -20],
        [42_600, ids.component, 1, 2, 0, 0],
      ]);
    });
  }

  it('gets a length once only, also without an answer: it would be wound twice', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { orders, run, state, winch } = await trial(cleanup);
    await run(0.5);
    state.result = undefined;
    const outcome = winch.order({ kind: 'lineLength', lengthM: 15 });
    await run(10);
    assert.deepEqual([await outcome, orders.length], [{ outcome: 'Silent' }, 1]);
    state.result = MAV_RESULT.DENIED;
    const refused = winch.order({ kind: 'lineStop' });
    await run(1);
    assert.deepEqual(await refused, { outcome: 'Refused', reason: 'denied' });
  });

  it('gets a stop again until it answers', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { orders, run, state, winch } = await trial(cleanup);
    await run(0.5);
    state.result = undefined;
    const outcome = winch.order({ kind: 'lineStop' });
    await run(3);
    assert.equal(orders.length, 6, 'twice a second');
    state.result = MAV_RESULT.ACCEPTED;
    await run(1);
    assert.deepEqual(await outcome, { outcome: 'Accepted' });
  });

  it('that accepts and does not move counts as stuck; one that is silent is lost', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { clock, run, watched } = await trial(cleanup);
    await run(0.5);
    const accepted = watched.order({ kind: 'lineLength', lengthM: 15 });
    await run(7);
    assert.deepEqual(await accepted, { outcome: 'Accepted' });
    assert.deepEqual(watched.reading?.faults, ['SpoolStuck']);
    clock.advance(4);
    assert.deepEqual([watched.link, watched.reading], ['Lost', undefined]);
  });

  it('that says it is not healthy is told once, and its measurements are not believed', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { run, state, winch } = await trial(cleanup);
    const texts: string[] = [];
    winch.onNote(({ text }) => void texts.push(text));
    await run(0.5);
    state.status = 0;
    await run(3);
    assert.equal(winch.reading?.line, undefined);
    assert.deepEqual(texts, ['winch: component 169 of system 1', 'the winch 1/169 says that it is not healthy']);
  });
});
