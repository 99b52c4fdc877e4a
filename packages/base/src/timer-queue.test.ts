import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TimerQueue } from './timer-queue.ts';

const seed = Date.now() % 2 ** 31;

describe('timer queue', () => {
  it(`runs calls in order of time, then of scheduling, whatever the order they came in (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (times) => {
        const queue = new TimerQueue();
        const ran: [number, number][] = [];
        for (const [order, atUs] of times.entries()) queue.schedule(atUs, () => ran.push([atUs, order]));
        while (queue.runNextDue(20)) {}
        const expected = times.map((atUs, order): [number, number] => [atUs, order]);
        expected.sort(([a, i], [b, j]) => a - b || i - j);
        assert.deepEqual(ran, expected);
      }),
      { seed },
    );
  });

  it('does not run what is not due, and says when the next is', () => {
    const queue = new TimerQueue();
    assert.equal(queue.nextUs, Number.POSITIVE_INFINITY);
    queue.schedule(10, () => {});
    assert.equal(queue.nextUs, 10);
    assert.equal(queue.runNextDue(9), false);
    assert.equal(queue.runNextDue(10), true);
    assert.equal(queue.runNextDue(10), false);
  });

  it('does not run what was cancelled', () => {
    const queue = new TimerQueue();
    const cancel = queue.schedule(1, () => assert.fail('cancelled'));
    queue.schedule(2, () => {});
    cancel();
    assert.equal(queue.nextUs, 2);
  });

  it('keeps no calls that were cancelled long before their time, and runs the others in their order', () => {
    const queue = new TimerQueue();
    const ran: number[] = [];
    for (let count = 0; count < 10_000; count += 1) {
      const cancel = queue.schedule(1_000_000 - count, () => assert.fail('cancelled'));
      if (count % 100 === 0) queue.schedule(count % 700, () => ran.push(count));
      cancel();
      // It has no effect a second time.
      cancel();
    }
    assert.ok(queue.size < 300, String(queue.size));
    while (queue.runNextDue(1_000_000)) {}
    const expected = Array.from({ length: 100 }, (_, hundred) => 100 * hundred);
    assert.deepEqual(
      ran,
      expected.toSorted((one, other) => (one % 700) - (other % 700) || one - other),
    );
    assert.equal(queue.size, 0);
  });

  it('forgets nothing of a call that is cancelled while it runs', () => {
    const queue = new TimerQueue();
    const cancels: (() => void)[] = [];
    let ran = 0;
    for (let count = 0; count < 300; count += 1) {
      cancels.push(
        queue.schedule(count, () => {
          ran += 1;
          cancels[count]?.();
        }),
      );
    }
    while (queue.runNextDue(300)) {}
    assert.deepEqual([ran, queue.size], [300, 0]);
  });

  it('runs a call that another one scheduled for now', () => {
    const queue = new TimerQueue();
    const ran: string[] = [];
    queue.schedule(1, () => {
      ran.push('first');
      queue.schedule(1, () => ran.push('second'));
    });
    while (queue.runNextDue(1)) {}
    assert.deepEqual(ran, ['first', 'second']);
  });
});
