import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { durationText } from './duration-text.ts';

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
