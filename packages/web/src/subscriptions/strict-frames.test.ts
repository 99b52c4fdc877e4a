import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clientFrame } from '../../test/support/raw-web-socket.ts';
import { StrictFrames } from './strict-frames.ts';

/** The fault found when the bytes arrive in pieces of this size. */
function faultOf(bytes: Buffer, size = bytes.length) {
  const frames = new StrictFrames();
  for (let at = 0; at < bytes.length; at += size) {
    const fault = frames.read(bytes.subarray(at, at + size));
    if (fault !== undefined) return { code: fault.code, at: at + size };
  }
  return undefined;
}

describe('StrictFrames', () => {
  it('judges any text as a strict decoder does, however it is cut into frames and packets', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const isUtf8 = (bytes: Uint8Array) => {
      try {
        decoder.decode(bytes);
        return true;
      } catch {
        return false;
      }
    };
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => new Uint8Array(Buffer.from(text))),
    );
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const last = parts.length - 1;
        const message = parts.map((payload, index) =>
          clientFrame({ opcode: index === 0 ? 1 : 0, fin: index === last, payload: Buffer.from(payload) }),
        );
        const fault = faultOf(Buffer.concat(message), size);
        assert.equal(fault === undefined, isUtf8(Buffer.concat(parts)));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds a wrong byte when it comes, not at the end of the message', () => {
    const bytes = clientFrame({ opcode: 1, fin: false, payload: Buffer.from([0x61, 0xf4, 0x90, 0x80, 0x80]) });
    assert.deepEqual(faultOf(bytes, 1), { code: 1007, at: 2 + 4 + 3 });
  });

  it('looks at no byte of a binary message, nor at control frames between the parts of a text', () => {
    const parts = [
      clientFrame({ opcode: 2, payload: Buffer.from([0xff]) }),
      clientFrame({ opcode: 1, fin: false, payload: Buffer.from([0xc3]) }),
      clientFrame({ opcode: 9, payload: Buffer.from([0xff]) }),
      clientFrame({ opcode: 0, payload: Buffer.from([0xa9]) }),
    ];
    assert.equal(faultOf(Buffer.concat(parts)), undefined);
  });
});
