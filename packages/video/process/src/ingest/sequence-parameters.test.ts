import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSequenceParameters, withVariableRate } from './sequence-parameters.ts';

/** Sets that x264 writes for these pictures. */
const SETS: readonly (readonly [hex: string, widthPx: number, heightPx: number, framesPerS: number])[] = [
  ['6742c00bd902c4ec0440000003004000000c83c50a92', 176, 144, 25],
  ['67640028acd940780227e5c044000003000400000300f03c60c658', 1920, 1080, 30],
  ['674d401feca02802dd80880000030008000003019078c18cb0', 1280, 720, 25],
  ['6764001eacd940a0106c0440000003004000000f03c58b6580', 640, 512, 30],
  // Interlaced: rows are counted in pairs.
  ['6764001eacd940b424d8088000000300800000190f8a14cb', 720, 576, 25],
];

describe('a sequence parameter set', () => {
  for (const [hex, widthPx, heightPx, framesPerS] of SETS) {
    it(`says ${widthPx}x${heightPx} at ${framesPerS} a second`, () => {
      const { isRateFixed: _, ...read } = readSequenceParameters(Buffer.from(hex, 'hex'));
      assert.deepEqual(read, { size: { widthPx, heightPx }, framesPerS });
    });
  }

  it('can be told not to promise a fixed rate, and is the same otherwise', () => {
    for (const [hex] of SETS) {
      const variable = withVariableRate(Buffer.from(hex, 'hex'));
      const read = readSequenceParameters(Buffer.from(hex, 'hex'));
      assert.deepEqual(readSequenceParameters(variable), { ...read, isRateFixed: false });
      assert.deepEqual(withVariableRate(variable), variable);
    }
  });

  it('is refused for colours that players at large do not show', () => {
    const high422 = Buffer.from('677a0015bcd9416096c044000003000400000301903c58b658', 'hex');
    assert.throws(() => readSequenceParameters(high422), /chroma format 2, only 4:2:0/);
  });

  it('is refused when it is cut off or absurd', () => {
    assert.throws(() => readSequenceParameters(Buffer.from('6742c00bd9', 'hex')), /cut off/);
    assert.throws(() => readSequenceParameters(Buffer.alloc(5000, 0x67)), /5000 bytes/);
  });
});
