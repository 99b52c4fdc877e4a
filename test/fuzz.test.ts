import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runFuzz } from '../bench/fuzz/run-fuzz.ts';

it('4,000 hostile inputs over HTTP, WebSocket, RTSP, IPC, YAML, MCAP, MAVLink and lines of ground equipment crash nothing and blame nobody (npm run fuzz has more)', async (t) => {
  const seed = Date.now() % 2 ** 31;
  t.diagnostic(`seed ${seed}`);
  const { inputs } = await runFuzz(seed, 4000);
  assert.deepEqual(Object.values(inputs), Array(8).fill(500));
});
