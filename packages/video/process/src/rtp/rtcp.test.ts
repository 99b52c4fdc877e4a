import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readRtcp, shortNtp, writeBye, writeSenderReport } from './rtcp.ts';
import { RtpStream } from './rtp-stream.ts';

/** An RR of 32 bytes about `ssrc`: a quarter lost, 5 in all, jitter 900. */
function receiverReport(ssrc: number, lastReportNtp: number, sinceLastReport: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.set([0x81, 201, 0, 7]);
  bytes.writeUInt32BE(0x1111, 4);
  bytes.writeUInt32BE(ssrc, 8);
  bytes[12] = 64;
  bytes.writeIntBE(5, 13, 3);
  bytes.writeUInt32BE(900, 20);
  bytes.writeUInt32BE(lastReportNtp, 24);
  bytes.writeUInt32BE(sinceLastReport, 28);
  return bytes;
}

describe('RTCP', () => {
  it('writes a sender report with the NTP time of a moment', () => {
    const report = { ssrc: 1, realTimeMs: 500, rtpTimestamp: 0xabcdef01, packets: 3, bytes: 700 };
    const bytes = writeSenderReport(report, 'ab');
    // 1970-01-01 00:00:00.5 is 2208988800.5 s after 1900.
    assert.equal(bytes.subarray(0, 28).toString('hex'), '80c800060000000183aa7e8080000000abcdef0100000003000002bc');
    assert.equal(bytes.subarray(28).toString('hex'), '81ca0003000000010102616200000000');
  });

  it('reads what a receiver reports: loss, jitter, and the report that it answers', () => {
    assert.deepEqual(readRtcp(receiverReport(9, 0x1234_5678, 65_536)), {
      reports: [
        {
          ssrc: 9,
          lossFraction: 0.25,
          lostPackets: 5,
          jitter: 900,
          lastReportNtp: 0x1234_5678,
          sinceLastReport: 65_536,
        },
      ],
      isBye: false,
    });
  });

  it('says goodbye in a compound packet that begins with a report', () => {
    assert.deepEqual(readRtcp(writeBye(7, 'kitestring')), { reports: [], isBye: true });
    assert.equal(writeBye(7, 'kitestring')[1], 201);
  });

  it('takes the time to the receiver and back from its answer to our report', () => {
    const stream = new RtpStream(96, 90_000);
    const realTimeMs = 1_700_000_000_000;
    stream.senderReport({ nals: [], isKeyFrame: true, rtpTime: 5, takenUs: 0, realTimeMs }, 10_000);
    const [report] = readRtcp(receiverReport(stream.ssrc, shortNtp(realTimeMs), 65_536))?.reports ?? [];
    assert.ok(report);
    stream.receive(report, 11_030);
    assert.equal(stream.stats.roundTripMs, 30);
    assert.equal(stream.stats.jitterMs, 10);
    assert.equal(stream.stats.lossFraction, 0.25);
  });

  it('refuses bytes that are cut or of another version', () => {
    const whole = receiverReport(9, 0, 0);
    for (let length = 0; length < whole.length; length += 1)
      assert.equal(readRtcp(whole.subarray(0, length)), undefined);
    assert.equal(readRtcp(Buffer.from('41c90001000000aa', 'hex')), undefined);
    assert.equal(readRtcp(Buffer.from('9fc90001000000aa', 'hex')), undefined, 'says 31 blocks, has none');
  });

  it('survives any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readRtcp(Buffer.from(bytes))));
  });
});
