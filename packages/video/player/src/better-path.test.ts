import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { BetterPath } from './better-path.ts';

function searched(answers: readonly boolean[]) {
  const clock = new VirtualClock();
  const began = clock.nowUs();
  const found = { triedAtS: [] as number[], better: 0, isSeen: true };
  const left = [...answers];
  const path = new BetterPath({
    probe: async () => {
      found.triedAtS.push((clock.nowUs() - began) / 1e6);
      return left.shift() ?? false;
    },
    isWorthwhile: () => found.isSeen,
    onBetter: () => {
      found.better += 1;
    },
    schedule: (afterMs, then) => clock.schedule(clock.nowUs() + afterMs * 1000, then),
  });
  /** Moves the clock on, with what has been promised in between. */
  const pass = async (minutes: number) => {
    for (let second = 0; second < minutes * 60; second += 10) {
      clock.advance(10);
      await new Promise(setImmediate);
    }
  };
  return { found, pass, path };
}

describe('the better path', () => {
  it('is tried every minute, and taken when pictures come over it', async () => {
    const { found, pass } = searched([false, false, true]);
    await pass(2.5);
    assert.deepEqual([found.triedAtS, found.better], [[60, 120], 0]);
    await pass(5);
    assert.deepEqual([found.triedAtS, found.better], [[60, 120, 180], 1]);
  });

  it('is not tried for a page that nobody sees, and again when it is seen', async () => {
    const { found, pass } = searched([true]);
    found.isSeen = false;
    await pass(10);
    assert.deepEqual(found.triedAtS, []);
    found.isSeen = true;
    await pass(1);
    assert.equal(found.better, 1);
  });

  it('is not looked for any more once what plays is over', async () => {
    const { found, pass, path } = searched([true, true]);
    await pass(0.5);
    path.stop();
    await pass(5);
    assert.deepEqual([found.triedAtS, found.better], [[], 0]);
  });
});
