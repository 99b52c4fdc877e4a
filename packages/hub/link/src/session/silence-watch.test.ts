import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { SilenceWatch } from './silence-watch.ts';

/** A link of which the test gives the answers. */
function watched() {
  const clock = new VirtualClock();
  const asked: PromiseWithResolvers<void>[] = [];
  const silent: number[] = [];
  const roundTrips: number[] = [];
  const watch = new SilenceWatch({
    clock,
    nowMs: () => clock.nowUs() / 1000,
    ping: () => {
      const answer = Promise.withResolvers<void>();
      asked.push(answer);
      return answer.promise;
    },
    onRoundTrip: (ms) => roundTrips.push(ms),
    onSilent: (ms) => silent.push(ms),
  });
  /** A ping, and its answer after so long. */
  const answerAfter = async (seconds: number) => {
    watch.ping();
    clock.advance(seconds);
    asked.at(-1)?.resolve();
    await asked.at(-1)?.promise;
  };
  return { answerAfter, asked, clock, roundTrips, silent, watch };
}

describe('a broker without an answer', () => {
  it('is silent after 6 s where it has answered quickly, and after 15 s where it has not answered yet', async () => {
    const first = watched();
    first.watch.ping();
    first.clock.advance(14.9);
    assert.deepEqual(first.silent, []);
    first.clock.advance(0.2);
    assert.deepEqual(first.silent, [15_000]);

    const { answerAfter, clock, silent, watch } = watched();
    await answerAfter(0.05);
    watch.ping();
    clock.advance(5.9);
    watch.ping();
    assert.deepEqual(silent, []);
    clock.advance(0.2);
    assert.deepEqual(silent, [6000]);
  });

  it('may take five of the slowest round trips of late, at most 30 s: a slow link is not a dead one', async () => {
    const { answerAfter, roundTrips, silent, watch } = watched();
    await answerAfter(4);
    await answerAfter(0.1);
    await answerAfter(14);
    assert.equal(watch.limitMs, 30_000);
    assert.deepEqual([roundTrips, silent], [[4000, 100, 14_000], []]);
    for (let times = 0; times < 100; times += 1) await answerAfter(0.1);
    assert.equal(watch.limitMs, 6000, 'the link is quick again');
  });

  it('is asked once at a time, and not after the end', async () => {
    const { answerAfter, asked, clock, silent, watch } = watched();
    await answerAfter(0.1);
    watch.ping();
    watch.ping();
    assert.equal(asked.length, 2);
    asked.at(-1)?.reject(new Error('the connection has ended'));
    await asked.at(-1)?.promise.catch(() => {});
    clock.advance(100);
    watch.ping();
    assert.deepEqual([asked.length, silent], [2, []]);
  });

  it('is not silent because the process stood still: what has come meanwhile is read first', async () => {
    const { answerAfter, asked, clock, silent, watch } = watched();
    await answerAfter(0.1);
    watch.ping();
    clock.advance(3);
    assert.deepEqual(silent, []);
    asked.at(-1)?.resolve();
    await asked.at(-1)?.promise;
    clock.advance(60);
    assert.deepEqual(silent, []);
  });
});
