import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SnapshotDataFault, snapshotData, snapshotText } from './snapshot-data.ts';

describe('the data of a snapshot file', () => {
  it('are what they were, whatever numbers, maps, holes and arrays are in them', () => {
    const data = fc.anything({
      withMap: true,
      withTypedArray: false,
      withBigInt: true,
      key: fc.string().filter((name) => name !== '__proto__'),
    });
    fc.assert(
      fc.property(data, fc.float64Array(), fc.uint8Array(), (one, floats, bytes) => {
        const all = { one, floats, bytes, again: bytes };
        const read = snapshotData(snapshotText(all)) as typeof all;
        assert.deepEqual(read, all);
        assert.equal(read.again, read.bytes, 'what was one object is one');
      }),
    );
  });

  it('make data or are refused, from whatever text', () => {
    const part = fc.oneof(
      fc.constantFrom('a', 'o', 'm', 'r', 'u', 'n', 'i', 'Uint8Array', 'Float64Array', 'constructor', '__proto__'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(part), (value) => {
        try {
          snapshotData(JSON.stringify(value));
        } catch (error) {
          assert.ok(error instanceof SnapshotDataFault, String(error));
        }
      }),
      { numRuns: 2000 },
    );
    for (const text of [
      '',
      '{}',
      '["o","__proto__",["o"]]',
      '["x"]',
      '["Float64Array","AAA="]',
      ...['n', 'i', 'r'].map((kind) => `["${kind}",{"toString":false}]`),
      '['.repeat(200) + ']'.repeat(200),
      `${'["a",'.repeat(150)}1${']'.repeat(150)}`,
    ]) {
      assert.throws(() => snapshotData(text), SnapshotDataFault, text.slice(0, 40));
    }
  });
});
