import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromMedia } from '../src/process/protocol.ts';
import type { FromWhep } from '../src/whep/whep-messages.ts';
import { WhepPeers } from '../src/whep/whep-peers.ts';

const LINES = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'm=video 9 UDP/TLS/RTP/SAVPF 102 103',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 2113937151 6f1c.local 40700 typ host generation 0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=extmap:5 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay',
  'a=recvonly',
  'a=rtcp-mux',
  'a=rtpmap:102 H264/90000',
  'a=rtcp-fb:102 nack pli',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:103 rtx/90000',
  'a=fmtp:103 apt=102',
  'a=ssrc-group:FID 1 2',
  'a=simulcast:recv 1;2',
  '',
];

type Edit = (line: string) => readonly string[];

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant<Edit>(() => []),
  fc.constant<Edit>((line) => [line, line]),
  fc.constant<Edit>((line) => [line.replaceAll(/[:;= ]/g, '')]),
  fc.nat(40).map<Edit>((at) => (line) => [line.slice(0, at)]),
  fc.nat().map<Edit>((number) => (line) => [line.replaceAll(/\d+/g, String(number))]),
  fc.tuple(fc.nat(40), fc.string()).map<Edit>(([at, text]) => (line) => [line.slice(0, at) + text + line.slice(at)]),
  fc.nat(30_000).map<Edit>((length) => (line) => [line + 'x'.repeat(length)]),
);
const edits = fc.array(fc.tuple(fc.nat(LINES.length - 1), edit), { minLength: 1, maxLength: 4 });

describe('offers of one session', () => {
  it('are answered up to eight viewers at a time, and those of another session all the same', async () => {
    const said: FromWhep[] = [];
    const answers = Promise.withResolvers<void>();
    const peers = new WhepPeers({}, (message) => {
      if (message.kind === 'answer' || message.kind === 'refused') said.push(message);
      if (said.length === 10) answers.resolve();
    });
    const viewers = [...Array<string>(9).fill('wall'), 'desk'];
    for (const [id, viewerId] of viewers.entries()) {
      const offer = {
        id,
        streamId: 'zoom',
        viewerId,
        sdp: LINES.join('\r\n'),
        address: '127.0.0.1',
        codec: 'H.264' as const,
        profile: 66,
      };
      peers.receive({ kind: 'offer', offer });
    }
    await answers.promise;
    for (const viewerId of ['wall', 'desk']) peers.receive({ kind: 'endViewer', viewerId });
    const refused = said.flatMap((message) => (message.kind === 'refused' ? [[message.id, message.why]] : []));
    assert.deepEqual(refused, [[8, 'full']]);
  });
});

/** Peers of one session, and what they say to its offers. */
function asked() {
  let tell: (message: FromWhep) => void = () => {};
  const peers = new WhepPeers({}, (message) => tell(message));
  const ask = (sdp: string) =>
    new Promise<Extract<FromWhep, { kind: 'answer' | 'refused' }>>((resolve) => {
      tell = (message) => {
        if (message.kind === 'answer' || message.kind === 'refused') resolve(message);
      };
      const offer = {
        id: 1,
        streamId: 'zoom',
        viewerId: 'ops',
        sdp,
        address: '127.0.0.1',
        codec: 'H.264' as const,
        profile: 66,
      };
      peers.receive({ kind: 'offer', offer });
    });
  return { ask, peers };
}

describe('offers that are almost right', () => {
  it('are refused where the answer would be too long for the station, which would end the process', async () => {
    const { ask, peers } = asked();
    const many = Array.from({ length: 3000 }, () => 'm=audio 9 X 0');
    for (const lines of [many, ['m=audio 9 X 0', `a=mid:${'x'.repeat(40_000)}`]]) {
      const { kind, ...said } = await ask([...LINES.slice(0, -1), ...lines, ''].join('\r\n'));
      assert.ok(fromMedia({ kind: 'browser', report: { what: kind, ...said } }));
      assert.ok(kind === 'refused' && 'reason' in said);
      assert.deepEqual(['offer', true], [said.why, /the answer to it would have \d+ characters/.test(said.reason)]);
    }
    assert.equal((await ask(LINES.join('\r\n'))).kind, 'answer');
    peers.receive({ kind: 'endViewer', viewerId: 'ops' });
  });

  it('are each answered or refused, and the next one is too', async () => {
    const { ask, peers } = asked();
    assert.equal((await ask(LINES.join('\r\n'))).kind, 'answer');
    await fc.assert(
      fc.asyncProperty(edits, async (changes) => {
        const lines = LINES.map((line) => [line]) as string[][];
        for (const [index, change] of changes) lines[index] = (lines[index] ?? []).flatMap(change);
        const outcome = await ask(lines.flat().join('\r\n'));
        if (outcome.kind === 'refused') assert.equal(outcome.why, 'offer', outcome.reason);
        peers.receive({ kind: 'endViewer', viewerId: 'ops' });
      }),
      { numRuns: 150 },
    );
    assert.equal((await ask(LINES.join('\r\n'))).kind, 'answer');
    peers.receive({ kind: 'endViewer', viewerId: 'ops' });
  });
});
