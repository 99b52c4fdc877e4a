import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { byteRanges, MAX_RANGES, type ResolvedRange } from './byte-ranges.ts';

const part = (first: number, last: number) => ({ first, last });
const many = (count: number) =>
  `bytes=${Array.from({ length: count }, (_, index) => `${index * 1000}-${index * 1000}`)}`;

const CASES: readonly (readonly [string | undefined, number, ReturnType<typeof byteRanges>])[] = [
  [undefined, 100, 'whole'],
  ['bytes=0-0', 100, [part(0, 0)]],
  ['bytes=0-99', 100, [part(0, 99)]],
  ['bytes=0-1000', 100, [part(0, 99)]],
  ['bytes=99-', 100, [part(99, 99)]],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=-1', 100, [part(99, 99)]],
  ['bytes=-1000', 100, [part(0, 99)]],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=5-4', 100, 'unsatisfiable'],
  ['bytes=', 100, 'unsatisfiable'],
  ['bytes=,', 100, 'unsatisfiable'],
  ['bytes=-', 100, 'unsatisfiable'],
  ['bytes=a-b', 100, 'unsatisfiable'],
  ['bytes=--5', 100, 'unsatisfiable'],
  ['bytes=0x1-5', 100, 'unsatisfiable'],
  ['BYTES = 3-4', 100, [part(3, 4)]],
  ['bytes=99999999999999999999-', 100, 'unsatisfiable'],
  ['bytes=0-99999999999999999999', 100, [part(0, 99)]],
  ['pages=1-2', 100, 'whole'],
  ['nonsense', 100, 'whole'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=0-9,5000-5009', 9000, [part(0, 9), part(5000, 5009)]],
  ['bytes= 5000-5009 ,, 0-9,', 9000, [part(5000, 5009), part(0, 9)]],
  ['bytes=-10,0-9', 9000, [part(8990, 8999), part(0, 9)]],
  ['bytes=0-9,9000-', 9000, [part(0, 9)]],
  ['bytes=9000-,10000-', 9000, 'unsatisfiable'],
  ['bytes=0-9,9-3', 9000, 'unsatisfiable'],
  ['bytes=0-9,x', 9000, 'unsatisfiable'],
  // Overlapping ones, and those with less between them than a boundary takes.
  ['bytes=0-99,50-199', 9000, [part(0, 199)]],
  ['bytes=0-0,-1', 100, [part(0, 99)]],
  ['bytes=5000-5009,10-19,0-9', 9000, [part(5000, 5009), part(0, 19)]],
  ['bytes=0-,0-,0-,0-', 9000, [part(0, 8999)]],
  [many(MAX_RANGES + 1), 1e6, 'unsatisfiable'],
];

describe('ranges of bytes', () => {
  for (const [header, size, expected] of CASES) {
    it(`${header} of ${size} bytes are ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(byteRanges(header, size), expected);
    });
  }

  it(`may be ${MAX_RANGES}`, () => {
    assert.equal(byteRanges(many(MAX_RANGES), 1e6).length, MAX_RANGES);
  });

  it('cover every byte that was asked for, none twice and none outside', () => {
    const range = fc.tuple(fc.nat(3000), fc.nat(400)).map(([first, more]) => `${first}-${first + more}`);
    fc.assert(
      fc.property(
        fc.array(range, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 3000 }),
        (texts, size) => {
          const found = byteRanges(`bytes=${texts}`, size);
          const sent = found === 'unsatisfiable' ? [] : (found as readonly ResolvedRange[]).flatMap(bytes);
          assert.equal(new Set(sent).size, sent.length);
          assert.ok(sent.every((byte) => byte < size));
          for (const text of texts) {
            const [first = 0, last = 0] = text.split('-').map(Number);
            for (let byte = first; byte <= Math.min(last, size - 1); byte++) assert.ok(sent.includes(byte), text);
          }
        },
      ),
    );
  });
});

const bytes = ({ first, last }: ResolvedRange): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
