import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY_FRAME_FLAGS } from './fragment.ts';
import { readBoxes, viewOf } from './read-boxes.ts';
import { sampleTables } from './sample-tables.ts';

/** A day of fragments of 0.4 s. */
const FRAGMENTS = 216_000;
const FRAGMENT_BYTES = 200_000;

describe('sample tables', () => {
  it('of a day, whose offsets need 64 bits, have a place for every fragment', () => {
    const chunks = Array.from({ length: FRAGMENTS }, (_, index) => ({
      offset: 40 + index * FRAGMENT_BYTES,
      time: index * 36_000,
      durations: [36_000],
      sizes: [FRAGMENT_BYTES],
      flags: [KEY_FRAME_FLAGS],
    }));
    const { boxes, duration } = sampleTables(chunks);
    assert.equal(duration, FRAGMENTS * 36_000);
    const [offsets] = readBoxes(boxes.at(-1) ?? new Uint8Array());
    assert.equal(offsets?.type, 'co64');
    const view = viewOf(offsets.content);
    assert.equal(view.getUint32(4), FRAGMENTS);
    assert.equal(view.getBigUint64(8 + 8 * (FRAGMENTS - 1)), BigInt(40 + (FRAGMENTS - 1) * FRAGMENT_BYTES));
  });
});
