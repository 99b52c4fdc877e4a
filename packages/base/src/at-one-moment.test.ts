import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atOneMoment } from './at-one-moment.ts';

/** A machine that takes the thread from the processor so long, milliseconds, between two clocks, each time `read` is called. */
function machine(pausesMs: readonly number[]) {
  let nowMs = 0;
  let reads = 0;
  const read = () => {
    const first = nowMs;
    nowMs += pausesMs[Math.min(reads, pausesMs.length - 1)] ?? 0;
    reads += 1;
    return { first, second: nowMs };
  };
  return { nowMs: () => nowMs, read, reads: () => reads };
}

it('takes the first reading when nothing comes between the clocks', () => {
  const { nowMs, read, reads } = machine([0.1]);
  assert.deepEqual(atOneMoment(read, nowMs), { first: 0, second: 0.1 });
  assert.equal(reads(), 1);
});

it('reads again what a busy machine has set apart', () => {
  const { nowMs, read, reads } = machine([55, 18, 0]);
  const { first, second } = atOneMoment(read, nowMs);
  assert.equal(second - first, 0);
  assert.equal(reads(), 3);
});

it('takes the last of five when they never meet', () => {
  const { nowMs, read, reads } = machine([20]);
  assert.deepEqual(atOneMoment(read, nowMs), { first: 80, second: 100 });
  assert.equal(reads(), 5);
});
