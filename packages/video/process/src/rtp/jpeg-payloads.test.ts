import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { madeJpeg, QUANTISERS } from '../../test/support/made-jpeg.ts';
import { isJpegSize, jpegPayloads } from './jpeg-payloads.ts';

const SIZE = { widthPx: 1920, heightPx: 1080 };
const SCAN = Uint8Array.from({ length: 3000 }, (_, index) => index % 251);

const sent = (jpeg: Uint8Array, maxBytes = 1388) =>
  jpegPayloads(jpeg, maxBytes).map(({ body, prefix }) => Buffer.concat([prefix, body]));

describe('a JPEG in RTP', () => {
  it('has offset, type, size and its quantisers before its parts, which are the picture again', () => {
    const packets = sent(madeJpeg(SIZE, SCAN));
    const [first = Buffer.alloc(0), ...others] = packets;
    assert.deepEqual([...first.subarray(0, 12)], [0, 0, 0, 0, 1, 255, 240, 135, 0, 0, 0, 128]);
    assert.deepEqual(first.subarray(12, 140), Buffer.from(QUANTISERS));
    const parts = [first.subarray(140), ...others.map((packet) => packet.subarray(8))];
    assert.deepEqual(Buffer.concat(parts), Buffer.from(SCAN));
    let offset = first.length - 140;
    for (const packet of others) {
      assert.deepEqual([packet.readUInt32BE(0), packet[4], packet[5]], [offset, 1, 255]);
      offset += packet.length - 8;
    }
    for (const packet of packets) assert.ok(packet.length <= 1388);
    assert.equal(packets.length, 3);
  });

  it('has the same quantisers twice where the picture has them once', () => {
    const [first = Buffer.alloc(0)] = sent(madeJpeg(SIZE, SCAN, true));
    assert.deepEqual(first.subarray(12, 76), first.subarray(76, 140));
  });

  it('has sides of whole blocks, 255 at most', () => {
    const sizes = [
      [2040, 2040],
      [2048, 1080],
      [1920, 2048],
      [960, 540],
      [324, 240],
    ] as const;
    const verdicts = sizes.map(([widthPx, heightPx]) => isJpegSize({ widthPx, heightPx }));
    assert.deepEqual(verdicts, [true, false, false, false, false]);
  });

  it('is refused without a picture', () => {
    const head = madeJpeg(SIZE, SCAN).subarray(0, 11);
    assert.throws(() => jpegPayloads(head, 1388), /without a scan/);
  });
});
