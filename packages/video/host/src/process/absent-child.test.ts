import assert from 'node:assert/strict';
import { it } from 'node:test';
import { absentChild } from './absent-child.ts';

it('a media process that is not installed says so once, after its start, and ends when it is stopped', async () => {
  const told: unknown[] = [];
  const child = absentChild({
    onMessage: (message) => told.push(message),
    onHostile: assert.fail,
    onEnd: (reason) => told.push(reason),
  });
  assert.deepEqual([child.pid, told], [undefined, []]);
  await Promise.resolve();
  const reason = 'the package @kitestring/video is not installed: npm install @kitestring/video';
  assert.deepEqual(told, [{ kind: 'unavailable', reason }]);
  child.send({ kind: 'stop' });
  child.kill();
  assert.deepEqual(told.slice(1), [reason]);
});

it('a media process that is not installed says nothing when it is stopped at once', async () => {
  const told: unknown[] = [];
  const child = absentChild({ onMessage: (message) => told.push(message), onHostile: assert.fail, onEnd: () => {} });
  child.send({ kind: 'stop' });
  await Promise.resolve();
  assert.deepEqual(told, []);
});
