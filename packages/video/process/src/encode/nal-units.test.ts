import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NAL, nalType, nalUnits } from './nal-units.ts';

const split = (...bytes: number[]) => nalUnits(Uint8Array.from(bytes)).map((nal) => [...nal]);

describe('the NAL units of a stream', () => {
  it('stand between start codes of three or four bytes', () => {
    assert.deepEqual(split(0, 0, 0, 1, 0x67, 9, 8, 0, 0, 1, 0x68, 7, 0, 0, 0, 1, 0x65, 1, 0, 1), [
      [0x67, 9, 8],
      [0x68, 7],
      [0x65, 1, 0, 1],
    ]);
  });

  it('are given without delimiters and SEI', () => {
    assert.deepEqual(split(0, 0, 0, 1, 9, 0xf0, 0, 0, 1, 6, 5, 4, 0, 0, 1, 0x41, 3), [[0x41, 3]]);
  });

  it('do not end with the zeros that belong to what follows', () => {
    assert.deepEqual(split(0, 0, 1, 0x41, 3, 0, 0, 0, 0, 1, 0x41, 4, 0, 0), [
      [0x41, 3],
      [0x41, 4],
    ]);
  });

  it('are none in bytes without a start code', () => {
    assert.deepEqual(split(), []);
    assert.deepEqual(split(1, 2, 3, 1, 0, 1), []);
    assert.deepEqual(split(0, 0, 1), []);
  });

  it('have their kind in the low five bits', () => {
    assert.equal(nalType(Uint8Array.of(0x65)), NAL.keySlice);
    assert.equal(nalType(Uint8Array.of()), 0);
  });
});
