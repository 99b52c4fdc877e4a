import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { letterbox } from './letterbox.ts';

describe('the letterbox', () => {
  it('has bars at the sides in a wide place, and above and below in a high one', () => {
    assert.deepEqual(letterbox({ widthPx: 1000, heightPx: 450 }, 16 / 9), { widthPx: 800, heightPx: 450 });
    assert.deepEqual(letterbox({ widthPx: 800, heightPx: 600 }, 16 / 9), { widthPx: 800, heightPx: 450 });
    assert.deepEqual(letterbox({ widthPx: 390, heightPx: 292.5 }, 4 / 3), { widthPx: 390, heightPx: 292 });
  });
});
