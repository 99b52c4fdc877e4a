import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byteRange } from './byte-range.ts';

const part = (first: number, last: number) => ({ first, last });

const CASES: readonly (readonly [string | undefined, number, ReturnType<typeof byteRange>])[] = [
  [undefined, 100, 'whole'],
  ['bytes=0-0', 100, part(0, 0)],
  ['bytes=0-99', 100, part(0, 99)],
  ['bytes=0-1000', 100, part(0, 99)],
  ['bytes=99-', 100, part(99, 99)],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=-1', 100, part(99, 99)],
  ['bytes=-1000', 100, part(0, 99)],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=5-4', 100, 'unsatisfiable'],
  ['bytes=0-1,5-6', 100, 'unsatisfiable'],
  ['bytes=', 100, 'unsatisfiable'],
  ['bytes=-', 100, 'unsatisfiable'],
  ['bytes=a-b', 100, 'unsatisfiable'],
  ['bytes=--5', 100, 'unsatisfiable'],
  ['bytes=0x1-5', 100, 'unsatisfiable'],
  ['BYTES = 3-4', 100, part(3, 4)],
  ['bytes=99999999999999999999-', 100, 'unsatisfiable'],
  ['bytes=0-99999999999999999999', 100, part(0, 99)],
  ['pages=1-2', 100, 'whole'],
  ['nonsense', 100, 'whole'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
];

describe('a range of bytes', () => {
  for (const [header, size, expected] of CASES) {
    it(`${header} of ${size} bytes is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(byteRange(header, size), expected);
    });
  }
});
