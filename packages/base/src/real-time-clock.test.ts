import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RealTimeClock } from './real-time-clock.ts';

describe('RealTimeClock', () => {
  it('agrees with the clock of the computer', () => {
    const beforeMs = Date.now();
    const nowMs = new RealTimeClock().nowUs() / 1000;
    assert.ok(nowMs > beforeMs - 1000 && nowMs < Date.now() + 1000);
  });

  it('gives whole microseconds that never go back', () => {
    const clock = new RealTimeClock();
    let last = 0;
    for (let count = 0; count < 10_000; count += 1) {
      const now = clock.nowUs();
      assert.ok(Number.isSafeInteger(now) && now >= last);
      last = now;
    }
  });

  it('calls in order of time, then of scheduling, never early and never what was cancelled', async () => {
    const clock = new RealTimeClock();
    const startUs = clock.nowUs();
    const { promise, resolve } = Promise.withResolvers<void>();
    const calls: string[] = [];
    const call = (name: string, afterUs: number) =>
      clock.schedule(startUs + afterUs, () => {
        assert.ok(clock.nowUs() >= startUs + afterUs);
        calls.push(name);
      });
    call('late', 9000);
    call('b', 5000);
    call('c', 5000);
    call('a', 1200);
    call('cancelled', 3000)();
    clock.schedule(startUs + 10_000, () => resolve());
    // Its timers keep no process alive, so something else has to.
    const alive = setTimeout(() => {}, 60_000);
    await promise;
    clearTimeout(alive);
    assert.deepEqual(calls, ['a', 'b', 'c', 'late']);
  });

  it('calls nothing once it is stopped', async () => {
    const clock = new RealTimeClock();
    clock.schedule(clock.nowUs() + 1000, () => assert.fail('called after stop'));
    clock.stop();
    clock.schedule(clock.nowUs(), () => assert.fail('called after stop'));
    const other = new RealTimeClock();
    const { promise, resolve } = Promise.withResolvers<void>();
    other.schedule(other.nowUs() + 3000, () => resolve());
    const alive = setTimeout(() => {}, 60_000);
    await promise;
    clearTimeout(alive);
  });
});
