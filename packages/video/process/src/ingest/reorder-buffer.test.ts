import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RtpPacket } from '../rtp/rtp-packet.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

const packet = (sequence: number): RtpPacket => ({
  sequence: sequence & 0xffff,
  timestamp: 0,
  marker: false,
  payloadType: 96,
  ssrc: 1,
  payload: Buffer.alloc(0),
});

function order(arrivals: readonly (readonly [sequence: number, atMs: number])[]): number[] {
  const buffer = new ReorderBuffer();
  return arrivals.flatMap(([sequence, atMs]) => buffer.push(packet(sequence), atMs)).map((each) => each.sequence);
}

const atOnce = (...sequences: readonly number[]) => order(sequences.map((sequence) => [sequence, 0]));

describe('packets over UDP', () => {
  it('go through as they come when they come in order, over the end of the numbers too', () => {
    assert.deepEqual(atOnce(65_534, 65_535, 65_536, 65_537), [65_534, 65_535, 0, 1]);
  });

  it('are put in order, and doubles are left out', () => {
    assert.deepEqual(atOnce(1, 3, 2, 2, 5, 4, 1, 6), [1, 2, 3, 4, 5, 6]);
  });

  it('wait for one that is missing, but not for long', () => {
    assert.deepEqual(
      order([
        [1, 0],
        [3, 10],
        [4, 60],
        [5, 75],
      ]),
      [1, 3, 4, 5],
    );
    assert.deepEqual(
      order([
        [1, 0],
        [3, 10],
        [4, 60],
      ]),
      [1],
    );
    assert.deepEqual(
      order([
        [1, 0],
        [3, 10],
        [4, 60],
        [2, 65],
      ]),
      [1, 2, 3, 4],
    );
  });

  it('do not wait for more than a burst', () => {
    const late = Array.from({ length: 70 }, (_, index) => index + 3);
    assert.deepEqual(atOnce(1, ...late), [1, ...late]);
  });

  it('begin anew when their numbers do', () => {
    assert.deepEqual(atOnce(1, 2, 30_000, 30_001), [1, 2, 30_000, 30_001]);
  });
});
