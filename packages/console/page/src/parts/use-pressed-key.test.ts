import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isPlainPress } from './use-pressed-key.ts';

const PRESS = { altKey: false, ctrlKey: false, metaKey: false, repeat: false, defaultPrevented: false };

it('a key is pressed alone: with no modifier, not held, and not taken by what has the focus', () => {
  assert.equal(isPlainPress(PRESS), true);
  for (const name of Object.keys(PRESS)) assert.equal(isPlainPress({ ...PRESS, [name]: true }), false, name);
});
