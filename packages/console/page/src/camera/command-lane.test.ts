import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { CommandLane } from './command-lane.ts';

/** A lane to a station that answers when the test says so. */
function make() {
  const clock = new TestClock();
  const sent: { order: string; atMs: number }[] = [];
  const answers: (() => void)[] = [];
  const lane = new CommandLane<string>(
    (order) => {
      sent.push({ order, atMs: clock.nowMs() });
      return new Promise((resolve) => answers.push(resolve));
    },
    100,
    clock,
  );
  const answer = async () => {
    answers.shift()?.();
    await clock.advance(0);
  };
  return { answer, clock, lane, sent, orders: () => sent.map(({ order }) => order) };
}

describe('a lane of commands', () => {
  it('sends the first order at once', () => {
    const { lane, orders } = make();
    lane.give('a');
    assert.deepEqual(orders(), ['a']);
  });

  it('has one order on its way, and then sends the newest of those that came meanwhile', async () => {
    const { answer, clock, lane, orders } = make();
    for (const order of ['a', 'b', 'c', 'd']) lane.give(order);
    await clock.advance(5000);
    assert.deepEqual(orders(), ['a']);
    await answer();
    assert.deepEqual(orders(), ['a', 'd']);
  });

  it('sends no more often than it may, however quick the answers are', async () => {
    const { answer, clock, lane, sent } = make();
    for (let tick = 0; tick < 990; tick += 10) {
      lane.give(`${tick}`);
      await answer();
      await clock.advance(10);
    }
    assert.equal(sent.length, 10);
    for (let index = 1; index < sent.length; index += 1) {
      assert.ok((sent[index]?.atMs ?? 0) - (sent[index - 1]?.atMs ?? 0) >= 100);
    }
  });

  it('always sends the last order, also when nothing comes after it', async () => {
    const { answer, clock, lane, orders } = make();
    lane.give('a');
    await answer();
    lane.give('b');
    lane.give('last');
    await clock.advance(100);
    assert.deepEqual(orders(), ['a', 'last']);
  });

  it('does not send what has been forgotten', async () => {
    const { answer, clock, lane, orders } = make();
    lane.give('a');
    lane.give('b');
    lane.forget();
    await answer();
    await clock.advance(1000);
    assert.deepEqual(orders(), ['a']);
  });
});
