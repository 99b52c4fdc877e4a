import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Depacketiser } from './depacketiser.ts';
import { batchPackets } from './packet-batch.ts';
import { packetise } from './packetiser.ts';
import { type RtpPacket, readRtpPacket } from './rtp-packet.ts';

const nal = (first: number, length: number) => {
  const bytes = Buffer.alloc(length, 0xab);
  bytes[0] = first;
  return bytes;
};

const whole = (nals: readonly Uint8Array[], maxBytes: number) =>
  packetise(nals, maxBytes).map(({ prefix, body }) => Buffer.concat([prefix, body]));

function packetize(nals: readonly Uint8Array[], maxBytes: number, first: { sequence: number; timestamp: number }) {
  const payloads = packetise(nals, maxBytes);
  const bytes = payloads.reduce((sum, { prefix, body }) => sum + prefix.length + body.length, 0);
  const { buffer, starts, ends } = batchPackets({ payloads, bytes }, { payloadType: 96, ssrc: 0xdeadbeef, ...first });
  return starts.map((start, index) => readRtpPacket(buffer.subarray(start, ends[index])) as RtpPacket);
}

describe('H.264 in RTP', () => {
  it('sends a unit that fits as it is', () => {
    assert.deepEqual(whole([nal(0x65, 100)], 100), [nal(0x65, 100)]);
  });

  it('spreads the first byte of a large unit over indicator and header of its fragments, as RFC 6184 section 5.8 draws them', () => {
    // Importance 3, type 5: indicator 0x7c is importance 3 and type 28; S, then neither, then E with type 5.
    const parts = whole([nal(0x65, 25)], 12);
    assert.deepEqual(
      parts.map((part) => [part[0], part[1], part.length]),
      [
        [0x7c, 0x85, 12],
        [0x7c, 0x05, 12],
        [0x7c, 0x45, 6],
      ],
    );
  });

  it('puts the parameter sets into one packet with the highest importance, as RFC 6184 section 5.7.1 asks', () => {
    const [first, second] = whole([nal(0x27, 4), nal(0x68, 3), nal(0x65, 5)], 100);
    assert.equal(first?.toString('hex'), '78000427ababab000368abab');
    assert.equal(second?.length, 5);
  });

  it('leaves out access unit delimiters and empty units', () => {
    assert.deepEqual(whole([nal(0x09, 2), new Uint8Array(0), nal(0x41, 5)], 100), [nal(0x41, 5)]);
  });

  it('marks the last packet only, counts on, and wraps at 65535', () => {
    const packets = packetize([nal(0x65, 25)], 12, { sequence: 65_534, timestamp: 7 });
    assert.deepEqual(
      packets.map(({ marker, sequence, timestamp, payloadType, ssrc }) => [
        marker,
        sequence,
        timestamp,
        payloadType,
        ssrc,
      ]),
      [
        [false, 65_534, 7, 96, 0xdeadbeef],
        [false, 65_535, 7, 96, 0xdeadbeef],
        [true, 0, 7, 96, 0xdeadbeef],
      ],
    );
  });

  const anyNal = fc
    .tuple(fc.constantFrom(0x65, 0x41, 0x67, 0x68, 0x06, 0x01), fc.uint8Array({ minLength: 1, maxLength: 400 }))
    .map(([first, rest]) => Uint8Array.of(first, ...rest));

  it('comes out as it went in, whatever the sizes', () => {
    const property = fc.property(
      fc.array(anyNal, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 4, max: 200 }),
      (nals, maxBytes) => {
        const packets = packetize(nals, maxBytes, { sequence: 65_530, timestamp: 1 });
        assert.ok(packets.every(({ payload }) => payload.length <= maxBytes));
        const received = new Depacketiser('H.264');
        const pictures = packets.flatMap((packet) => received.push(packet));
        assert.deepEqual(
          pictures.map((picture) => picture.nals.map((got) => Buffer.from(got).toString('hex'))),
          [nals.map((sent) => Buffer.from(sent).toString('hex'))],
        );
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('drops a picture with a gap whole, and takes the next one', () => {
    const received = new Depacketiser('H.264');
    const broken = packetize([nal(0x65, 60)], 12, { sequence: 0, timestamp: 1 });
    const next = packetize([nal(0x41, 30)], 12, { sequence: broken.length, timestamp: 2 });
    const pictures = [...broken.toSpliced(2, 1), ...next].flatMap((packet) => received.push(packet));
    assert.deepEqual(
      pictures.map(({ rtpTimestamp }) => rtpTimestamp),
      [2],
    );
    assert.equal(received.droppedPictures, 1);
  });

  it('survives any bytes that pretend to be packets', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (all) => {
        const received = new Depacketiser('H.264');
        for (const bytes of all) {
          const packet = readRtpPacket(Buffer.from([0x80, ...bytes]));
          if (packet !== undefined) received.push(packet);
        }
      }),
    );
  });
});
