import assert from 'node:assert/strict';
import { it } from 'node:test';
import { becomes, until } from './until.ts';

it('what is read again and again is waited for until it is as expected', async () => {
  let reads = 0;
  await becomes(() => ({ reads: ++reads }), { reads: 3 });
  assert.equal(reads, 3);
});

it('what is not there yet may be undefined, null or false', async () => {
  const looks = [undefined, null, false, 0];
  assert.equal(await until('a number', () => looks.shift()), 0);
});

it('what stays as it was is shown beside the expected, with the message', async () => {
  await assert.rejects(
    becomes(() => 'grey', 'red', 'colour of the roof', 0),
    { name: 'AssertionError', message: /^colour of the roof[\s\S]*grey[\s\S]*red/ },
  );
});

it('what does not come is named', async () => {
  await assert.rejects(
    until('a train', () => false, 0),
    /timed out waiting for a train/,
  );
});
