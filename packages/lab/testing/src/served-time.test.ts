import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServedTime } from './served-time.ts';
import { until } from './until.ts';

it('time of a process that is held up stands still, and goes on with it, never faster than real time', async () => {
  const beganMs = performance.now();
  using served = new ServedTime();
  while (performance.now() - beganMs < 100);
  assert.equal(served.ms, 0);
  await until('50 ms', () => served.ms >= 50);
  assert.ok(served.ms <= performance.now() - beganMs - 100 + 10, `${served.ms} ms`);
});
