import assert from 'node:assert/strict';
import { it } from 'node:test';
import { overfull } from './queue-watch.ts';

const queues = (...lengths: readonly number[]) => lengths.map((writableLength) => ({ writableLength }));

it('ends nobody while the sum of all queues is within the bound', () => {
  assert.deepEqual(overfull(queues(40, 0, 60), 100), []);
});

it('ends the longest queues until the rest is within the bound', () => {
  assert.deepEqual(overfull(queues(10, 70, 0, 50, 30), 100), queues(70));
  assert.deepEqual(overfull(queues(90, 80, 20, 10), 100), queues(90, 80));
  assert.deepEqual(overfull(queues(60, 61, 62), 100), queues(62, 61));
});
