import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesText } from './bytes-text.ts';

describe('bytesText', () => {
  const cases: readonly [bytes: number, text: string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [12_345, '12 kB'],
    [999_600, '1.0 MB'],
    [3_440_000, '3.4 MB'],
    [99_960_000, '100 MB'],
    [120e9, '120 GB'],
    [5e15, '5000 TB'],
    [-1, '0 B'],
  ];
  for (const [bytes, text] of cases) it(`writes ${bytes} as ${text}`, () => assert.equal(bytesText(bytes), text));
});
