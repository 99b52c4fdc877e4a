import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOffer, withRejected } from './offer.ts';

const HEAD = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0'];
const VIDEO = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96 102 103 108 109 64',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  'a=fingerprint:sha-256 00:11',
  'a=recvonly',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f',
  'a=rtpmap:103 rtx/90000',
  'a=fmtp:103 apt=102',
  'a=rtpmap:108 H264/90000',
  'a=rtcp-fb:108 nack pli',
  'a=fmtp:108 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:109 H264/90000',
  'a=fmtp:109 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f',
  'a=rtpmap:64 H264/90000',
  'a=fmtp:64 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f',
];
const BASELINE = 66;
const MAIN = 77;
const HIGH = 100;

const sdpOf = (...lines: readonly string[]) => [...HEAD, ...lines, ''].join('\r\n');

function reason(sdp: string): string {
  const read = readOffer(sdp, { codec: 'H.264', profile: BASELINE });
  assert.ok(!read.ok);
  return read.reason;
}

function chosenFor(profile: number, lines: readonly string[] = VIDEO): number {
  const read = readOffer(sdpOf(...lines), { codec: 'H.264', profile });
  assert.ok(read.ok);
  return read.offer.format.payloadType;
}

describe('an offer for WebRTC', () => {
  it('is answered with the profile of the pictures where it has it, else with the simplest one', () => {
    assert.equal(chosenFor(BASELINE), 108);
    assert.equal(chosenFor(HIGH), 64);
    assert.equal(chosenFor(MAIN), 108);
    const withoutConstrained = VIDEO.filter((line) => !line.includes(':108'));
    assert.equal(chosenFor(BASELINE, withoutConstrained), 102);
  });

  it('is narrowed to the one way that was chosen', () => {
    const read = readOffer(sdpOf(...VIDEO), { codec: 'H.264', profile: BASELINE });
    assert.ok(read.ok);
    const lines = read.offer.sdp.split('\r\n');
    assert.ok(lines.includes('m=video 9 UDP/TLS/RTP/SAVPF 108'));
    assert.deepEqual(
      lines.filter((line) => /^a=(rtpmap|fmtp|rtcp-fb)/.test(line)).map((line) => line.split(/[: ]/)[1]),
      ['108', '108', '108'],
    );
    assert.ok(lines.includes('a=ice-ufrag:abcd'));
  });

  it('that asks for sound and data too is answered for its pictures, and the rest is rejected at its place', () => {
    const audio = ['m=audio 9 UDP/TLS/RTP/SAVPF 111 0', 'a=mid:0', 'a=recvonly', 'a=rtpmap:111 opus/48000/2'];
    const data = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:2', 'a=sctp-port:5000'];
    const read = readOffer(sdpOf('a=group:BUNDLE 0 1 2', ...audio, ...VIDEO, 'a=mid:1', ...data), {
      codec: 'H.264',
      profile: BASELINE,
    });
    assert.ok(read.ok);
    const { rejected, sdp } = read.offer;
    assert.deepEqual(
      sdp.split('\r\n').filter((line) => /^m=|^a=(mid|group)/.test(line)),
      ['a=group:BUNDLE 1', 'm=video 9 UDP/TLS/RTP/SAVPF 108', 'a=mid:1'],
    );
    const transport = ['a=ice-ufrag:ours', 'a=ice-pwd:secret', 'a=fingerprint:sha-256 22:33', 'a=setup:active'];
    const video = ['m=video 9 UDP/TLS/RTP/SAVPF 108', 'a=mid:1', ...transport, 'a=sendonly', 'a=rtcp-mux'];
    const answer = withRejected(sdpOf('a=group:BUNDLE 1', ...video), rejected);
    const common = ['a=inactive', 'a=rtcp-mux', ...transport];
    const c = 'c=IN IP4 0.0.0.0';
    assert.equal(
      answer,
      sdpOf(
        'a=group:BUNDLE 1 0 2',
        ...['m=audio 0 UDP/TLS/RTP/SAVPF 111', c, 'a=mid:0', ...common, 'a=rtpmap:111 opus/48000/2'],
        ...video,
        ...['m=application 0 UDP/DTLS/SCTP webrtc-datachannel', c, 'a=mid:2', ...common],
      ),
    );
  });

  it('is refused with the reason when it is none, or has no video that we can send', () => {
    assert.match(reason(''), /no SDP/);
    assert.match(reason('{"sdp":"v=0"}'), /no SDP/);
    assert.match(reason(sdpOf()), /a=ice-ufrag/);
    assert.match(reason(sdpOf(...VIDEO.slice(1))), /m=video/);
    assert.match(reason(sdpOf(...VIDEO, ...VIDEO)), /it has 2/);
    assert.match(reason(sdpOf(...VIDEO).replace('recvonly', 'sendonly')), /recvonly or sendrecv/);
    assert.match(reason(sdpOf(...VIDEO).replaceAll('H264', 'VP9')), /no H.264/);
    assert.match(reason(sdpOf(...VIDEO).replaceAll('packetization-mode=1', 'packetization-mode=0')), /no H.264/);
    assert.match(reason(sdpOf(...VIDEO).replace('m=video 9', 'm=video 0')), /m=video/);
  });
});
