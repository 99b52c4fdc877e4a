import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { ControlLease, ControlLost } from './control-lease.ts';
import { StationPace } from './station-pace.ts';

type Answer = 'granted' | 'queued';

/** A lease in virtual time, of a station that runs at this speed; unknown when undefined. */
async function leaseAt(t: TestContext, speed: number | undefined, answers: readonly Answer[] = []) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: string[] = [];
  const handoff = {
    requestControl: async () => {
      asked.push('request');
      return answers[asked.length - 1] ?? 'granted';
    },
    releaseControl: async () => void asked.push('release'),
  };
  let wallMs = 0;
  const pace = new StationPace(() => wallMs);
  if (speed !== undefined) {
    pace.observe(0);
    wallMs = 1000;
    pace.observe(1e6 * speed);
  }
  const lease = new ControlLease({ handoff } as unknown as KitestringClient, { operator_name: 'the test' }, pace);
  await lease.ask(new AbortController().signal);
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await turn();
  };
  return { asked, lease, pass };
}

describe('ControlLease', () => {
  for (const { everyMs, speed } of [
    { speed: 1, everyMs: 3000 },
    { speed: 20, everyMs: 150 },
    { speed: 100, everyMs: 50 },
    { speed: undefined, everyMs: 150 },
  ]) {
    it(`asks again every ${everyMs} ms at ${speed ?? 'an unknown number of'} times real time`, async (t) => {
      const { asked, pass } = await leaseAt(t, speed);
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

  it('is lost when a renewal only gets a place in the queue, and asks no more', async (t) => {
    const { asked, lease, pass } = await leaseAt(t, 1, ['granted', 'queued']);
    await pass(3000);
    assert.ok(lease.lost.reason instanceof ControlLost);
    await pass(60_000);
    await lease.release();
    assert.deepEqual(asked, ['request', 'request'], 'what is lost is not given back');
  });

  it('is given back once, and not renewed any more', async (t) => {
    const { asked, lease, pass } = await leaseAt(t, 1);
    await lease.release();
    await pass(60_000);
    assert.deepEqual(asked, ['request', 'release']);
  });
});
