import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TakenFiles } from './taken-files.ts';

const HOUR_MS = 3_600_000;

it('notes who takes a file, also all but its first byte; not each part that a player asks for', () => {
  const taken = new TakenFiles();
  assert.ok(taken.isToBeNoted('a', 'x', 'bytes=1-', 0));
  assert.ok(!taken.isToBeNoted('a', 'x', 'bytes=500-', HOUR_MS - 1));
  assert.ok(taken.isToBeNoted('a', 'x', 'bytes=500-', HOUR_MS));
  assert.ok(taken.isToBeNoted('a', 'x', 'bytes=0-', HOUR_MS));
  assert.ok(taken.isToBeNoted('a', 'x', undefined, HOUR_MS));
  assert.ok(taken.isToBeNoted('a', 'y', 'pages=1-', 0));
  assert.ok(taken.isToBeNoted('b', 'x', 'bytes=-1', 0));
});
