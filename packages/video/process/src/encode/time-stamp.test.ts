import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withTimeStamp } from './time-stamp.ts';

describe('the time stamp of a picture', () => {
  it('stands before its slices, as MISB ST 0604 says', () => {
    const [sps, pps, slice] = [Uint8Array.of(0x67), Uint8Array.of(0x68), Uint8Array.of(0x65, 1)];
    const stamped = withTimeStamp({ nals: [sps, pps, slice] }, 0x0004_59f4_a6aa_4aa8);
    assert.deepEqual([stamped[0], stamped[1], stamped[3]], [sps, pps, slice]);
    const message = Buffer.from(stamped[2] ?? []);
    assert.equal(message.toString('latin1', 3, 19), 'MISPmicrosectime');
    assert.deepEqual([message[0], message[1], message[2]], [6, 5, 28]);
    assert.equal(message.subarray(19).toString('hex'), '9f0004ff59f4ffa6aaff4aa880');
  });

  it('is left out of a picture without a slice of H.264', () => {
    assert.deepEqual(withTimeStamp({ nals: [Uint8Array.of(0x67)] }, 1), [Uint8Array.of(0x67)]);
  });
});
