import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCameraState } from '../../src/ingest/camera-link-state.ts';
import { writeBye } from '../../src/rtp/rtcp.ts';
import { CLIP, CLIP_SETS } from '../support/clip.ts';
import { type Answers, described, packed, response, ScriptedCamera, sdp, VIDEO } from './scripted-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

const describes = (...lines: readonly string[]): Answers => ({ DESCRIBE: () => described(sdp(...lines)) });
const BYE = writeBye(1, 'x');

type LostCase = readonly [name: string, reason: RegExp, answers: Answers, packets?: readonly Buffer[]];

const CASES: readonly LostCase[] = [
  [
    'sends VP9',
    /sends VP9, only H\.264 and H\.265 are taken: choose one in the camera$/,
    describes('m=video 0 RTP/AVP 96', 'a=rtpmap:96 VP9/90000', 'a=control:1'),
  ],
  ['sends JPEG', /sends JPEG, only H\.264 and H\.265/, describes('m=video 0 RTP/AVP 26', 'a=control:1')],
  ['has sound only', /describes no video/, describes('m=audio 0 RTP/AVP 0')],
  ['interleaves H.264', /packetization-mode 2/, describes(...VIDEO.with(2, 'a=fmtp:96 packetization-mode=2'))],
  [
    'is elsewhere',
    /sends us on to http:\/\/\*\*\*@10\.0\.0\.9\/x: put that address/,
    { DESCRIBE: () => response('302 Moved', ['Location: http://a:geheim@10.0.0.9/x']) },
  ],
  [
    'sends us on without end',
    /sends us on more than 3 times/,
    { DESCRIBE: ({ url }) => response('302 Moved', [`Location: ${url}/x`]) },
  ],
  ['has no such path', /answers DESCRIBE with 404 Not Found/, { DESCRIBE: () => response('404 Not Found') }],
  ['knows UDP only', /nothing over TCP: write rtspu:/, { SETUP: () => response('461 Unsupported transport') }],
  [
    'wants a password',
    /wants a user and a password/,
    { OPTIONS: () => response('401 Unauthorized', ['WWW-Authenticate: Basic realm="x"']) },
  ],
  [
    'describes without end',
    /a body of more than 65536 bytes/,
    { DESCRIBE: () => response('200 OK', ['Content-Length: 99999999']) },
  ],
  ['is no camera', /sends what is no RTSP/, { OPTIONS: () => 'HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(20_000) }],
  ['says goodbye', /RTCP BYE/, {}, [Buffer.concat([Buffer.of(0x24, 1, 0, BYE.length), BYE])]],
  ['asks without end', /asks without end/, {}, [Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 7\r\n\r\n'.repeat(50))]],
];

describe('a camera that', () => {
  for (const [name, reason, answers, packets = packed()] of CASES) {
    it(`${name} is lost, and it is said why`, async () => {
      await using camera = await ScriptedCamera.start({ answers, packets });
      using watched = new WatchedCamera(camera.url, PATIENT);
      await watched.until(() => watched.reason !== undefined);
      assert.match(watched.reason ?? '', reason);
      assert.doesNotMatch(watched.reason ?? '', /geheim/);
      await assert.rejects(watched.source.parameterSets(), reason);
    });
  }

  it('sends B frames is lost, and it is said what to switch off', async () => {
    // Shown 0 2 1 4 3 6 5: every other picture before the one that came before it.
    const shownAt = (index: number) => (index === 0 ? 0 : index % 2 === 1 ? index + 1 : index - 1);
    const packets = CLIP.flatMap((picture, index) =>
      packed([picture], { first: { sequence: 0, timestamp: 9000 + 3000 * shownAt(index) } }),
    );
    for (const [index, packet] of packets.entries()) packet.writeUInt16BE(index, 6);
    await using camera = await ScriptedCamera.start({ packets });
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.reason !== undefined);
    assert.match(watched.reason ?? '', /sends B frames, which are not taken: switch them off/);
  });

  it('sends B frames with times in the order of their arrival is lost too', async () => {
    // The first macroblock 0, then the type of the slice: from "all P" (5) to "all B" (6) one bit changes. ITU-T H.264, table 7-6.
    const asB = (nal: Uint8Array) =>
      (nal[0] ?? 0) % 32 === 1 && ((nal[1] ?? 0) & 0xfc) === 0x98
        ? Uint8Array.from(nal).fill((nal[1] ?? 0) | 4, 1, 2)
        : nal;
    const pictures = CLIP.map((nals) => nals.map(asB));
    assert.notDeepEqual(pictures, CLIP);
    await using camera = await ScriptedCamera.start({ packets: packed(pictures) });
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.reason !== undefined);
    assert.match(watched.reason ?? '', /sends B frames, which are not taken: switch them off/);
  });

  it('is unknown at a long address is lost, and the station takes the reason', async () => {
    await using camera = await ScriptedCamera.start({ answers: { DESCRIBE: () => response('404 Not Found') } });
    using watched = new WatchedCamera(`${camera.url}?${'x'.repeat(1900)}`, PATIENT);
    await watched.until(() => watched.reason !== undefined);
    assert.ok(isCameraState(watched.states.at(-1)));
    assert.match(watched.reason ?? '', /^the camera rtsp:.*x…: it answers DESCRIBE with 404 Not Found$/);
  });

  for (const [name, script, limits, reason] of [
    [
      'does not answer',
      { answers: { OPTIONS: () => undefined } },
      { answerMs: 300 },
      /not answer OPTIONS within 300 ms/,
    ],
    ['sends no picture', { packets: [] }, { firstPictureMs: 200 }, /no picture has come for 200 ms/],
    [
      'sends no key frame',
      { packets: packed(CLIP.slice(1, 20)) },
      { keyFrameMs: 400 },
      /no key frame has come for 400/,
    ],
  ] as const) {
    it(`${name} is lost after a while`, async () => {
      await using camera = await ScriptedCamera.start(script);
      using watched = new WatchedCamera(camera.url, { limits: { ...PATIENT.limits, ...limits } });
      await watched.until(() => watched.reason !== undefined);
      assert.match(watched.reason ?? '', reason);
    });
  }

  it('begins to send pictures of another size ends what was begun for the first', async () => {
    // 176x144 at 25 a second, as x264 writes it.
    const sps = Buffer.from('6742c00bd902c4ec0440000003004000000c83c50a92', 'hex');
    const other = [sps, CLIP_SETS.pps, ...(CLIP[0] ?? []).filter((nal) => ((nal[0] ?? 0) & 0x1f) === 5)];
    await using camera = await ScriptedCamera.start({ packets: packed([...CLIP.slice(0, 5), other]) });
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.states.length >= 3);
    assert.deepEqual([watched.ends, watched.units.length], [1, 5]);
    assert.deepEqual(watched.source.size, { widthPx: 176, heightPx: 144 });
    assert.deepEqual(watched.states.at(-1), { ...watched.states.at(-1), state: 'live', size: watched.source.size });
  });

  it('loses packets is shown again from its next key frame on', async () => {
    const packets = packed();
    // Inside the eleventh picture.
    const at = packets.findIndex((packet) => packet.readUInt32BE(8) === (2 ** 32 - 60_000 + 10 * 3000) % 2 ** 32);
    await using camera = await ScriptedCamera.start({ packets: packets.toSpliced(at, 1) });
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.units.length >= 10 + 60);
    const steps = watched.units.slice(1).map(({ rtpTime }, index) => rtpTime - (watched.units[index]?.rtpTime ?? 0));
    assert.deepEqual(
      steps.filter((step) => step !== 3000),
      [3000 * 21],
    );
    assert.ok(watched.units[10]?.isKeyFrame);
    assert.equal(watched.source.counts.skipped, 20);
  });
});
