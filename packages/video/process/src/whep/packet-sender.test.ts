import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  RTP_EXTENSION_URI,
  type RtcpPacket,
  RtcpSrPacket,
  type RtpPacket,
} from 'werift';
import { PacketSender } from './packet-sender.ts';

const video = [new RTCRtpCodecParameters({ mimeType: 'video/H264', clockRate: 90_000, payloadType: 102 })];
const extensions = [RTP_EXTENSION_URI.sdesMid, RTP_EXTENSION_URI.transportWideCC].map(
  (uri) => new RTCRtpHeaderExtensionParameters({ uri }),
);

/** Greater than those of the others. */
const PLAYOUT_DELAY_ID = 7;

/** A sender, and what its receiver gets. */
async function connected(t: TestContext) {
  const configuration = { iceServers: [], codecs: { video }, headerExtensions: { video: extensions } };
  const [from, to] = [new RTCPeerConnection(configuration), new RTCPeerConnection(configuration)];
  t.after(() => Promise.all([from.close(), to.close()]));
  const transceiver = from.addTransceiver('video', { direction: 'sendonly' });
  const packets: RtpPacket[] = [];
  const reports: RtcpPacket[] = [];
  to.onTransceiverAdded.subscribe(({ receiver }) => receiver.onRtcp.subscribe((packet) => reports.push(packet)));
  to.onTrack.subscribe((track) => track.onReceiveRtp.subscribe((packet) => packets.push(packet)));
  const joined = from.connectionStateChange.watch((state) => state === 'connected');
  await from.setLocalDescription(await from.createOffer());
  await to.setRemoteDescription(from.localDescription ?? assert.fail());
  await to.setLocalDescription(await to.createAnswer());
  await from.setRemoteDescription(to.localDescription ?? assert.fail());
  await joined;
  return { packets, reports, sender: new PacketSender(transceiver, PLAYOUT_DELAY_ID), transceiver };
}

it('sends packets with their extensions, lost ones again, and reports of what it has sent', async (t) => {
  const { packets, reports, sender, transceiver } = await connected(t);
  for (const count of [1, 2, 3])
    assert.equal(sender.send(Buffer.alloc(100 * count, count), 90_000 * count, count === 3), count);
  sender.again([1, 1]);
  sender.forget();
  sender.again([2]);
  sender.report({ nals: [], isKeyFrame: false, rtpTime: 90_000, takenUs: 0, realTimeMs: 0 });
  await until('the report', () => reports[0]);
  const { codec, ssrc } = transceiver.sender;
  const sent = [0, 1, 2, 1].map((sequenceNumber) => ({
    ...{ sequenceNumber, timestamp: 90_000 * (sequenceNumber + 1), marker: sequenceNumber === 2 },
    ...{ ssrc, payloadType: codec?.payloadType, payload: Buffer.alloc(100 * (sequenceNumber + 1), sequenceNumber + 1) },
    extensions: [Buffer.from('0'), Buffer.of(0, sequenceNumber + 1), Buffer.of(0, 0, 0)],
  }));
  assert.deepEqual(
    packets.map(({ header, payload }) => {
      const { extensions: inHeader, marker, payloadType, sequenceNumber, timestamp } = header;
      assert.deepEqual(inHeader.map(({ id }) => id).sort(), [1, 2, PLAYOUT_DELAY_ID]);
      const contents = inHeader.map(({ payload: content }) => content);
      return { sequenceNumber, timestamp, marker, ssrc: header.ssrc, payloadType, payload, extensions: contents };
    }),
    sent,
  );
  const [report] = reports;
  assert.ok(report instanceof RtcpSrPacket);
  const { octetCount, packetCount, rtpTimestamp } = report.senderInfo;
  assert.deepEqual([report.ssrc, packetCount, octetCount, rtpTimestamp], [ssrc, 3, 600, 90_000]);
});
