import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RtspExchange } from '../../src/ingest/rtsp-exchange.ts';
import { writeSenderReport } from '../../src/rtp/rtcp.ts';
import { CLIP, CLIP_SETS } from '../support/clip.ts';
import {
  type Answers,
  described,
  interleaved,
  packed,
  response,
  ScriptedCamera,
  SSRC,
  sdp,
  VIDEO,
} from './scripted-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

const hex = (nals: readonly Uint8Array[]): string => nals.map((nal) => Buffer.from(nal).toString('hex')).join(' ');
const SENT = CLIP.map(hex);
const isSet = (nal: Uint8Array): boolean => [7, 8].includes((nal[0] ?? 0) & 0x1f);

interface Spoken {
  readonly answers?: Answers;
  readonly packets?: readonly Buffer[];
  /** Pictures that are waited for. */
  readonly count?: number;
}

/** Result for a camera that sends the clip. */
async function film({ answers = {}, count = CLIP.length, packets = packed() }: Spoken) {
  await using camera = await ScriptedCamera.start({ answers, packets });
  using watched = new WatchedCamera(camera.url, PATIENT);
  await watched.until(() => watched.units.length >= count || watched.reason !== undefined);
  assert.equal(watched.reason, undefined);
  return { got: watched.units.map(({ nals }) => hex(nals)), camera };
}

const urls = ({ requests }: ScriptedCamera, wanted: string): string[] =>
  requests.filter(({ method }) => method === wanted).map(({ url }) => url);

describe('a camera', () => {
  it('is understood when it speaks as most do', async () => {
    const { camera, got } = await film({});
    assert.deepEqual(got, SENT);
    assert.deepEqual(camera.asked.slice(0, 4), ['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY']);
    assert.equal(camera.requests[3]?.headers.get('session'), '12345678');
    assert.deepEqual([...urls(camera, 'SETUP'), ...urls(camera, 'PLAY')], [`${camera.url}/track1`, camera.url]);
  });

  it('may send us on to another address, where it is asked all over again', async () => {
    const { camera, got } = await film({
      answers: {
        DESCRIBE: ({ url }) =>
          url.endsWith('/moved') ? described(sdp(...VIDEO)) : response('302 Moved', [`Location: ${url}/moved`]),
      },
    });
    assert.deepEqual(got, SENT);
    assert.deepEqual(camera.asked.slice(0, 6), ['OPTIONS', 'DESCRIBE', 'OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY']);
    assert.deepEqual(urls(camera, 'PLAY'), [`${camera.url}/moved`]);
  });

  it('may write headers in lower case without spaces, bare line ends and no reason', async () => {
    const body = sdp(...VIDEO).replaceAll('\r\n', '\n');
    const { got } = await film({
      answers: {
        OPTIONS: () => 'RTSP/1.0 200\ncseq:CSEQ\n\n',
        DESCRIBE: () => `RTSP/1.0 200\ncseq:CSEQ\ncontent-length:${body.length}\n\n${body}`,
        SETUP: () => 'RTSP/1.0 200\ncseq:CSEQ\ntransport:RTP/AVP/TCP;interleaved=0-1\nsession:A+b/C=\n\n',
        PLAY: () => 'RTSP/1.0 200\ncseq:CSEQ\n\n',
      },
    });
    assert.deepEqual(got, SENT);
  });

  it('may name absolute addresses for the track and for the whole', async () => {
    const lines = ['a=control:rtsp://10.9.9.9/live', ...VIDEO.with(-1, 'a=control:rtsp://10.9.9.9/live/video')];
    const { camera } = await film({
      answers: { DESCRIBE: () => described(sdp(...lines), ['Content-Base: rtsp://10.9.9.9/live/']) },
    });
    assert.deepEqual(urls(camera, 'SETUP'), ['rtsp://10.9.9.9/live/video']);
    assert.deepEqual(urls(camera, 'PLAY'), ['rtsp://10.9.9.9/live']);
  });

  it('may end its base in a slash behind a query, and write * for the whole', async () => {
    const base = 'rtsp://127.0.0.1/cam/realmonitor?channel=1&subtype=0/';
    const lines = ['a=control:*', ...VIDEO.with(-1, 'a=control:trackID=0')];
    const { camera } = await film({
      answers: { DESCRIBE: () => described(sdp(...lines), [`Content-Base: ${base}`]) },
    });
    assert.deepEqual([...urls(camera, 'SETUP'), ...urls(camera, 'PLAY')], [`${base}trackID=0`, base]);
  });

  it('may have sound and data beside the video, of which only the video is taken', async () => {
    const audio = ['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 MPEG4-GENERIC/16000', 'a=control:track0'];
    const data = ['m=application 0 RTP/AVP 107', 'a=rtpmap:107 vnd.onvif.metadata/90000', 'a=control:track2'];
    const { camera, got } = await film({ answers: { DESCRIBE: () => described(sdp(...audio, ...VIDEO, ...data)) } });
    assert.deepEqual(urls(camera, 'SETUP'), [`${camera.url}/track1`]);
    assert.deepEqual(got, SENT);
  });

  it('may choose other channels, and send what nobody asked for between its packets', async () => {
    const before = () => interleaved(Buffer.alloc(300, 7), 2, { sequence: 1, timestamp: 1, marker: true });
    const { got } = await film({
      answers: { SETUP: () => response('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=6-7', 'Session: 1']) },
      packets: packed(CLIP, { channel: 6, before }),
    });
    assert.deepEqual(got, SENT);
  });

  it('may want PLAY for the track', async () => {
    const PLAY: Answers['PLAY'] = ({ url }) => response(url.endsWith('/track1') ? '200 OK' : '459 Not so');
    const { camera, got } = await film({ answers: { PLAY } });
    assert.deepEqual(urls(camera, 'PLAY'), [camera.url, `${camera.url}/track1`]);
    assert.deepEqual(got, SENT);
  });

  it('may leave parameter sets out of its description', async () => {
    const lines = VIDEO.with(2, 'a=fmtp:96 packetization-mode=1');
    assert.deepEqual((await film({ answers: { DESCRIBE: () => described(sdp(...lines)) } })).got, SENT);
  });

  it('may have parameter sets in its description only: each key frame gets them', async () => {
    const { got } = await film({ packets: packed(CLIP, { isWithoutSets: true }) });
    const withSets = CLIP.map((nals) => {
      const rest = nals.filter((nal) => !isSet(nal));
      return hex(nals.some(isSet) ? [CLIP_SETS.sps, CLIP_SETS.pps, ...rest] : rest);
    });
    assert.deepEqual(got, withSets);
  });

  it('may mark parameter sets as if they were pictures', async () => {
    assert.deepEqual((await film({ packets: packed(CLIP, { marks: 'sets' }) })).got, SENT);
  });

  it('may mark nothing: the next picture ends the one before', async () => {
    const { got } = await film({ packets: packed(CLIP, { marks: 'none' }), count: 89 });
    assert.deepEqual(got, SENT.slice(0, 89));
  });

  it('may mark every slice: from the second key frame on it is understood', async () => {
    const { got } = await film({ packets: packed(CLIP, { marks: 'every' }), count: 60 });
    assert.deepEqual(got.slice(1), SENT.slice(30, 89));
  });

  it('may lose its place between two packets', async () => {
    const before = (index: number) => Buffer.from(index % 2 === 0 ? [0, 1, 2, 0x24, 200, 255, 255, 9] : [0xff]);
    assert.deepEqual((await film({ packets: packed(CLIP, { before }) })).got, SENT);
  });

  it('may send in pieces of any size', async () => {
    const all = Buffer.concat(packed());
    const pieces = Array.from({ length: Math.ceil(all.length / 997) }, (_, at) =>
      all.subarray(at * 997, at * 997 + 997),
    );
    assert.deepEqual((await film({ packets: pieces })).got, SENT);
  });

  it('may ask for itself now and then', async () => {
    const question = Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 7\r\n\r\n');
    const packets = [question, ...packed().slice(0, 60), question, ...packed().slice(60)];
    assert.deepEqual((await film({ packets })).got, SENT);
  });

  it('may not know OPTIONS', async () => {
    assert.deepEqual((await film({ answers: { OPTIONS: () => response('501 Not Implemented') } })).got, SENT);
  });

  for (const [methods, expected] of [
    ['GET_PARAMETER', 'GET_PARAMETER'],
    ['PLAY', 'OPTIONS'],
  ] as const) {
    it(`that knows ${methods} is told by ${expected} that somebody is there, twice in the time that it names`, async () => {
      await using camera = await ScriptedCamera.start({
        answers: {
          OPTIONS: () => response('200 OK', [`Public: ${methods}`]),
          SETUP: () => response('200 OK', ['Transport: RTP/AVP/TCP;interleaved=0-1', 'Session: 5;timeout=4']),
        },
      });
      using _watched = new WatchedCamera(camera.url, PATIENT);
      await camera.until(() => camera.asked.slice(4).includes(expected));
      assert.equal(camera.requests.at(-1)?.headers.get('session'), '5');
    });
  }

  it('that never answers keep-alives is asked once at a time', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const ask = t.mock.method(RtspExchange.prototype, 'ask');
    const OPTIONS: Answers['OPTIONS'] = () => (ask.mock.callCount() === 1 ? response('200 OK') : undefined);
    await using camera = await ScriptedCamera.start({ answers: { OPTIONS } });
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.units.length > 0);
    await setImmediate();
    t.mock.timers.tick(3_600_000);
    assert.deepEqual(
      ask.mock.calls.map(({ arguments: [method] }) => method),
      ['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY', 'OPTIONS'],
    );
  });

  it('is told how well it is received, and its own clock is believed when it can be right', async () => {
    const realTimeMs = Date.now() - 400;
    const rtpTimestamp = 2 ** 32 - 60_000;
    const report = writeSenderReport({ ssrc: SSRC, realTimeMs, rtpTimestamp, packets: 1, bytes: 1 }, 'camera');
    const framed = Buffer.concat([Buffer.of(0x24, 1, report.length >> 8, report.length & 255), report]);
    await using camera = await ScriptedCamera.start({ packets: [framed, ...packed()] });
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.units.length >= 10);
    // The report comes before the first packet tells whose it is: it counts from the next one on.
    assert.ok(watched.units.every((unit) => unit.realTimeMs <= Date.now()));
    await camera.until(() => camera.reports.length > 0);
    assert.deepEqual([camera.reports[0]?.[1], camera.reports[0]?.readUInt32BE(8)], [201, SSRC]);
  });
});
