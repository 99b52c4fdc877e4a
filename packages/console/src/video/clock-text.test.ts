import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clockText } from './clock-text.ts';

it('the time of a recorder has minutes always, and hours where there are any', () => {
  assert.equal(clockText(7), '0:07');
  assert.equal(clockText(725.9), '12:05');
  assert.equal(clockText(3725), '1:02:05');
});
