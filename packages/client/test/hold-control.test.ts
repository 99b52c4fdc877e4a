import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import { ApiError } from '../src/api-error.ts';
import type { CallOptions } from '../src/call-options.ts';
import {
  ControlHold,
  ControlLostError,
  ControlNotGrantedError,
  type HoldControlOptions,
  type TakeControlOptions,
} from '../src/hold-control.ts';
import type { KitestringClient } from '../src/kitestring-client.ts';

type Reply = 'granted' | 'queued' | 'never' | Error;

const refusal = (status: number) => new ApiError(status, { message: 'no' });

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

interface TestHoldOptions extends HoldControlOptions {
  /** Lease in real time, as the station says it. */
  readonly toldS?: number | undefined;
  /** The client in control; an answer with one takes a moment. */
  readonly holder?: HandoffState['controlling_client'];
}

/** Control of a station that answers so, the last reply again and again, in virtual time. */
async function holdOn(
  t: TestContext,
  replies: readonly Reply[],
  { holder = null, toldS, ...options }: TestHoldOptions = {},
  take?: TakeControlOptions,
) {
  let nowMs = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => nowMs);
  t.mock.method(Date, 'now', () => nowMs);
  const asked: string[] = [];
  let waiting: HandoffState['requesting_clients'] = [];
  let told: () => void = () => undefined;
  const handoff = {
    requestControl: async (_: unknown, { signal }: CallOptions) => {
      signal?.throwIfAborted();
      const reply = replies[Math.min(asked.length, replies.length - 1)];
      asked.push('request');
      if (reply instanceof Error) throw reply;
      return reply === 'never' ? aborted(signal) : reply;
    },
    overrideControl: async () => void asked.push('override'),
    releaseControl: async () => void asked.push('release'),
    getHandoffState: async ({ signal }: CallOptions = {}) => {
      if (holder !== null) await Promise.race([aborted(signal), turn()]);
      return { controlling_client: holder, requesting_clients: waiting };
    },
  };
  const topic = () => ({
    until: (_holds: unknown, signal: AbortSignal) => aborted(signal),
    subscribe: ({ message }: { message: () => void }) => {
      told = message;
      return () => undefined;
    },
  });
  const controlLeaseMs = toldS === undefined ? undefined : toldS * 1000;
  const client = { controlLeaseMs, handoff, topic } as unknown as KitestringClient;
  const hold = new ControlHold(client, { operator_name: 'the test' }, options);
  const taken = hold.take(take);
  if (replies[0] === 'granted') await taken;
  else taken.catch(() => {});
  await turn();
  const pass = async (ms: number) => {
    nowMs += ms;
    t.mock.timers.tick(ms);
    await turn();
  };
  const wait = async (sessions: readonly string[]) => {
    waiting = sessions.map((session_id) => ({ session_id, operator_name: '' }));
    told();
    await turn();
  };
  return { asked, hold, pass, taken, wait };
}

describe('ControlHold', () => {
  for (const { everyMs, toldS } of [
    { toldS: 10, everyMs: 3500 },
    { toldS: 5, everyMs: 1750 },
    // Simulations, of which the last are slow and paused.
    { toldS: 0.5, everyMs: 175 },
    { toldS: 0.1, everyMs: 50 },
    { toldS: 50, everyMs: 3500 },
    { toldS: Number.POSITIVE_INFINITY, everyMs: 3500 },
    { toldS: undefined, everyMs: 3500 },
  ]) {
    it(`asks again every ${everyMs} ms where the station says that control lasts ${toldS} s`, async (t) => {
      const { asked, pass } = await holdOn(t, ['granted'], { toldS });
      await pass(everyMs - 1);
      assert.equal(asked.length, 1);
      await pass(1);
      assert.equal(asked.length, 2);
      await pass(everyMs - 1);
      assert.equal(asked.length, 2);
      await pass(1);
      assert.equal(asked.length, 3);
    });
  }

  it('is lost when a renewal only gets a place in the queue, which it leaves', async (t) => {
    const { asked, hold, pass } = await holdOn(t, ['granted', 'queued']);
    await pass(3500);
    assert.ok(hold.lost.reason instanceof ControlLostError);
    assert.match(hold.lost.reason.message, /another client has taken control/);
    await pass(60_000);
    await hold.release();
    assert.deepEqual(asked, ['request', 'request', 'release']);
  });

  it('is lost, and not taken back, when no renewal has come through for as long as it lasts', async (t) => {
    const { asked, hold, pass } = await holdOn(t, ['granted', new Error('no answer')]);
    await pass(3500);
    await pass(3500);
    await pass(2999);
    assert.equal(hold.lost.aborted, false);
    await pass(1);
    assert.match(hold.lost.reason.message, /not renewed in time/);
    await pass(60_000);
    assert.deepEqual(asked, ['request', 'request', 'request', 'release']);
  });

  it('is lost on time although a renewal still waits for its token, or for as long as the station asks', async (t) => {
    const { asked, hold, pass } = await holdOn(t, ['granted', 'never']);
    await pass(9900);
    assert.equal(hold.lost.aborted, false);
    await pass(100);
    assert.match(hold.lost.reason.message, /not renewed in time/);
    await pass(60_000);
    assert.deepEqual(asked, ['request', 'request', 'release']);
  });

  it('is lost after ten seconds, however slowly the time of the station passes', async (t) => {
    const { hold, pass } = await holdOn(t, ['granted', new Error('no answer')], { toldS: 50 });
    await pass(9900);
    assert.equal(hold.lost.aborted, false);
    await pass(100);
    assert.ok(hold.lost.reason instanceof ControlLostError);
  });

  it('of a station twenty times as fast counts as held for ten seconds of real time, and is renewed when they answer again', async (t) => {
    const missed = new Error('no answer');
    const { hold, pass } = await holdOn(t, ['granted', missed, missed, 'granted', missed], { toldS: 0.5 });
    for (const ms of [5000, 4000, 900, 9999]) await pass(ms);
    assert.equal(hold.lost.aborted, false);
    await pass(50);
    assert.match(hold.lost.reason.message, /not renewed in time/);
  });

  it('is lost when the station refuses the renewal; one that it is too busy for is sent again', async (t) => {
    const { asked, hold, pass } = await holdOn(t, ['granted', refusal(503), refusal(403)]);
    await pass(3500);
    assert.equal(hold.lost.aborted, false);
    await pass(3500);
    assert.match(hold.lost.reason.message, /was not renewed: no/);
    assert.equal(asked.filter((what) => what === 'request').length, 3);
  });

  it('is handed over to a client that asks, if told so', async (t) => {
    const { asked, hold, wait } = await holdOn(t, ['granted'], { handsOver: true });
    await wait([]);
    assert.equal(hold.lost.aborted, false);
    await wait(['another']);
    assert.match(hold.lost.reason.message, /handed over/);
    assert.deepEqual(asked, ['request', 'release']);
  });

  it('is released once, and not renewed any more', async (t) => {
    const { asked, hold, pass } = await holdOn(t, ['granted']);
    await hold.release();
    await pass(60_000);
    await hold.release();
    assert.deepEqual(asked, ['request', 'release']);
  });

  it('is taken from the queue, in which the place is renewed', async (t) => {
    const { asked, hold, pass, taken } = await holdOn(t, ['queued', 'queued', 'granted']);
    await pass(20_000);
    await taken;
    assert.deepEqual(asked, ['request', 'request', 'request']);
    await pass(3500);
    assert.equal(hold.lost.aborted, false);
    assert.equal(asked.length, 4);
  });

  it('is not granted when the wait in the queue was in vain, and leaves the queue', async (t) => {
    const { asked, pass, taken } = await holdOn(t, ['queued'], undefined, { queueMs: 15_000 });
    await pass(15_000);
    await assert.rejects(taken, (error) => {
      assert.ok(error instanceof ControlNotGrantedError);
      assert.equal(error.message, 'another client keeps control');
      assert.equal(error.holder, null);
      return true;
    });
    assert.deepEqual(asked, ['request', 'request', 'release']);
    await pass(60_000);
    assert.equal(asked.length, 3);
  });

  it('is not granted at once while another client is in control, which the error names', async (t) => {
    const holder = { session_id: '1', operator_name: 'Day shift', plugin_name: 'dispatch', last_change: '' };
    const { asked, pass, taken } = await holdOn(t, ['queued'], { holder }, { queueMs: 0 });
    await pass(1);
    await assert.rejects(taken, {
      name: 'ControlNotGrantedError',
      message: /^Day shift .*keeps control$/,
      holder,
    });
    assert.deepEqual(asked, ['request', 'release']);
  });

  it('is taken by force once, and kept by asking', async (t) => {
    const { asked, pass } = await holdOn(t, ['granted'], undefined, { override: true });
    await pass(3500);
    assert.deepEqual(asked, ['override', 'request']);
  });
});
