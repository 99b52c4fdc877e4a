import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesText, durationText } from './quantity-text.ts';

describe('how long something takes', () => {
  const table: readonly [number, string][] = [
    [-3, '0 s'],
    [0.9, '0 s'],
    [59.9, '59 s'],
    [60, '1 min 00 s'],
    [185, '3 min 05 s'],
    [3599, '59 min 59 s'],
    [7440, '2 h 04 min'],
    [86_400, '1 d 00 h'],
    [270_000, '3 d 03 h'],
  ];
  for (const [seconds, text] of table) {
    it(`${seconds} s is ${text}`, () => assert.equal(durationText(seconds), text));
  }
});

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
