import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DownloadSlots } from './download-slots.ts';

it('gives each session four downloads at a time, and a slot that is given back again', () => {
  const slots = new DownloadSlots();
  const taken = [1, 2, 3, 4].map(() => slots.take('a') ?? assert.fail());
  assert.equal(slots.take('a'), undefined);
  assert.ok(slots.take('b'));
  taken[0]?.();
  assert.ok(slots.take('a'));
  assert.equal(slots.take('a'), undefined);
});
