import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { hasTwoSenders, SEQUENCE_START, withPacket } from './sequence-watch.ts';

const watched = (numbers: readonly number[]) => numbers.reduce(withPacket, SEQUENCE_START);
const run = (from: number, count: number) => Array.from({ length: count }, (_, index) => (from + index) % 256);

describe('numbers of packets', () => {
  it('show what was lost, also where they begin again at 0', () => {
    const { lost, received } = watched([...run(250, 10), ...run(7, 5)]);
    assert.deepEqual([received, lost], [15, 3]);
  });

  it('lose nothing by packets that overtake each other or arrive twice', () => {
    assert.equal(watched([1, 2, 4, 3, 5, 8, 6, 7, 9, 9, 10]).lost, 0);
  });

  it('that begin again once are a restart, not two senders', () => {
    const watch = watched([...run(20, 60), ...run(0, 300)]);
    assert.deepEqual([watch.lost, hasTwoSenders(watch)], [0, false]);
  });

  it('of two senders with one id are told apart within a few packets', () => {
    const mixed = run(0, 20).flatMap((number) => [number, number + 100]);
    assert.ok(hasTwoSenders(watched(mixed)));
    assert.ok(hasTwoSenders(watched(mixed.slice(0, 10))));
    assert.ok(!hasTwoSenders(watched([...mixed, ...run(20, 600)])), 'one of them has gone');
  });

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`of one sender on a line that loses half and mixes the order are never two senders (seed ${seed})`, () => {
      const random = new UniformStream(seed);
      const heard = run(0, 20_000).filter(() => random.uniform() < 0.5);
      for (let index = 1; index < heard.length; index += 1) {
        if (random.uniform() > 0.2) continue;
        [heard[index - 1], heard[index]] = [heard[index]!, heard[index - 1]!];
      }
      const watch = watched(heard);
      assert.ok(!hasTwoSenders(watch));
      assert.ok(Math.abs(watch.lost / (watch.lost + watch.received) - 0.5) < 0.02, String(watch.lost));
    });
  }
});
