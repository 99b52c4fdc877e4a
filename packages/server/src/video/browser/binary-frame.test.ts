import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { binaryFrame } from './binary-frame.ts';

/** Reads a whole, unmasked frame as RFC 6455 section 5.2 has it. */
function read(frame: Buffer): { first: number; payload: Buffer } {
  const short = frame.readUInt8(1);
  if (short < 126) return { first: frame.readUInt8(0), payload: frame.subarray(2, 2 + short) };
  const [at, length] = short === 126 ? [4, frame.readUInt16BE(2)] : [10, Number(frame.readBigUInt64BE(2))];
  assert.equal(frame.length, at + length);
  return { first: frame.readUInt8(0), payload: frame.subarray(at) };
}

describe('a binary frame', () => {
  for (const length of [0, 1, 125, 126, 65_535, 65_536, 300_000]) {
    it(`of ${length} bytes is one whole message`, () => {
      const payload = Buffer.alloc(length, 7);
      const { first, payload: got } = read(binaryFrame(payload));
      assert.equal(first, 0x82);
      assert.ok(got.equals(payload));
    });
  }
});
