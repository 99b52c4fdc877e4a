import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import type { TestAnswer } from '@kitestring/station-api/test/support/test-client.ts';
import type { AuditPage } from '@kitestring/station-contract/admin/audit.ts';
import type { VideoHead } from '@kitestring/station-contract/video/video-head.ts';
import { readBoxes } from '@kitestring/video-process/fmp4/read-boxes.ts';
import { missingCodecs, probe, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import { WebSocket } from 'ws';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

const SDP = { 'content-type': 'application/sdp' };
/** The relevant part of a browser's offer. */
const OFFER = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=video 9 UDP/TLS/RTP/SAVPF 102',
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=recvonly',
  'a=rtcp-mux',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  '',
].join('\r\n');

/** The messages of a WebSocket with pictures. */
class PictureSocket {
  readonly heads: VideoHead[] = [];
  readonly binaries: Buffer[] = [];
  readonly #socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Cookies that the answer to the upgrade has set. */
  cookies: readonly string[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    socket.on('upgrade', ({ headers }) => {
      this.cookies = headers['set-cookie'] ?? [];
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.binaries.push(data);
      else this.heads.push(JSON.parse(data.toString()));
    });
  }

  /** As a browser does it: the token as a subprotocol. */
  static async open(video: VideoStation, streamId: string, token = video.client.token): Promise<PictureSocket> {
    const url = `${video.station.url.replace('http', 'ws')}/video/v1/${streamId}/mse`;
    const socket = new WebSocket(url, [`bearer.${token}`]);
    const opened = new PictureSocket(socket);
    await once(socket, 'open');
    return opened;
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(this.#socket, 'message');
  }

  close(): void {
    this.#socket.close();
  }
}

const codeOf = ({ status, body }: TestAnswer) =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();

describe('video for browsers', { skip }, () => {
  /** One for all tests: to start it costs more than they do. The last one stops it. */
  let video: VideoStation;
  before(async () => {
    video = await VideoStation.start({ simulation: { cameraModel: 'Camera 1st Generation' } });
  });
  after(() => video?.[Symbol.asyncDispose]());

  const offer = (streamId: string, body: string, headers: Record<string, string> = SDP) =>
    video.client.send(`/video/v1/${streamId}/whep`, { method: 'POST', headers, body });

  it('writes each viewer into the audit log, over WebRTC and over a WebSocket', async () => {
    const { headers } = await offer('color', OFFER);
    const socket = await PictureSocket.open(video, 'thermal');
    const { body } = await video.client.get('/admin/v1/audit?kind=Viewing');
    const shown = (body as AuditPage).entries.map(({ operation, outcome, plugin_name, status, target }) =>
      [operation, outcome, status, plugin_name, target].join(' '),
    );
    assert.deepEqual(shown, ['video.mse Done 101 first thermal', 'video.whep Done 201 first color']);
    socket.close();
    await video.client.send(headers.get('location') ?? '', { method: 'DELETE' });
  });

  it('answers an offer with a path that ends it once', async () => {
    const other = await video.station.client();
    const statusOf = async (client: typeof other, path: string) =>
      codeOf(await client.send(path, { method: 'DELETE' }));
    // A busy machine may take longer to end one than the ten seconds after which it ends by itself.
    const { answer, path } = await until('one that is there until it is ended', async () => {
      const answer = await offer('color', OFFER);
      assert.equal(answer.status, 201);
      const path = answer.headers.get('location') ?? '';
      assert.match(path, /^\/video\/v1\/color\/whep\/[0-9a-f-]{36}$/);
      assert.equal(await statusOf(other, path), '404 NOT_FOUND');
      return (await statusOf(video.client, path)) === '200' && { answer, path };
    });
    assert.equal(await statusOf(video.client, path), '404 NOT_FOUND');
    assert.equal(answer.headers.get('content-type'), 'application/sdp');
    const sdp = String(answer.body);
    assert.match(sdp, /a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 \d+ typ host/);
    assert.match(sdp, /^a=rtpmap:102 H264\/90000/m);
    assert.match(sdp, /^a=ice-lite/m);
  });

  it('offers the browser no address but the one by which it came', async () => {
    const sdp = String((await offer('thermal', OFFER)).body);
    const addresses = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+)/gm)].map(([, address]) => address);
    assert.deepEqual(addresses, ['127.0.0.1']);
  });

  for (const [what, body, reason] of [
    ['that is no SDP', 'hello', /no SDP/],
    ['that is empty', '', /missing/],
    ['without video', OFFER.replace('m=video', 'm=audio'), /no video section/],
    ['without H.264', OFFER.replaceAll('H264', 'VP8'), /no H\.264/],
    ['that sends', OFFER.replace('recvonly', 'sendonly'), /recvonly/],
  ] as const) {
    it(`refuses an offer ${what}, and says why`, async () => {
      const answer = await offer('color', body);
      assert.equal(codeOf(answer), '400 INVALID_REQUEST');
      assert.match((answer.body as { message: string }).message, reason);
    });
  }

  it('survives offers that are nonsense from their second line on', async () => {
    for (const from of ['a=fingerprint', 'a=ice-pwd:0123', 'a=mid', 'UDP/TLS/RTP/SAVPF', 'a=setup', 'o=-']) {
      const { status } = await offer('color', OFFER.replace(from, `${from}\u0007${'x'.repeat(3000)}`));
      assert.ok([201, 400].includes(status), `${from}: ${status}`);
    }
    assert.equal((await offer('color', OFFER)).status, 201);
  });

  it('refuses what is no offer at all as every operation does', async () => {
    assert.equal(
      codeOf(await offer('color', OFFER, { 'content-type': 'application/json' })),
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
    assert.equal(codeOf(await offer('color', 'x'.repeat(100_000))), '413 BODY_TOO_LARGE');
    assert.equal(codeOf(await offer('zoom', OFFER)), '404 STREAM_NOT_FOUND');
    assert.equal(codeOf(await offer('..%2f..%2f', OFFER)), '404 STREAM_NOT_FOUND');
    const patched = await video.client.send('/video/v1/color/whep/x', { method: 'PATCH' });
    assert.deepEqual([codeOf(patched), patched.headers.get('allow')], ['405 METHOD_NOT_ALLOWED', 'DELETE, OPTIONS']);
  });

  it('lets in who may read, and nobody else', async () => {
    const without = video.station.stranger();
    const wrong = await video.station.client('experimental');
    for (const path of ['/video/v1/color/mse', '/video/v1/color/clock']) {
      assert.equal(codeOf(await without.get(path)), '401 MISSING_TOKEN');
      assert.equal(codeOf(await wrong.get(path)), '403 INSUFFICIENT_SCOPE');
    }
    const request = { method: 'POST', headers: SDP, body: OFFER };
    assert.equal(codeOf(await without.send('/video/v1/color/whep', request)), '401 MISSING_TOKEN');
    assert.equal(codeOf(await wrong.send('/video/v1/color/whep', request)), '403 INSUFFICIENT_SCOPE');
    assert.equal(codeOf(await without.get('/video/v1/color/mse?token=x')), '400 TOKEN_IN_URL');
  });

  it('says by GET what a WebSocket would be refused with', async () => {
    assert.equal(codeOf(await video.client.get('/video/v1/color/mse')), '426 UPGRADE_REQUIRED');
    assert.equal(codeOf(await video.client.get('/video/v1/zoom/mse')), '404 STREAM_NOT_FOUND');
  });

  it('has no clock of a stream that the camera has not', async () => {
    assert.equal(codeOf(await video.client.get('/video/v1/zoom/clock')), '404 STREAM_NOT_FOUND');
  });

  it('sends a head, then a picture with each message from a key frame on, without the cookie of a topic', async () => {
    const socket = await PictureSocket.open(video, 'color');
    await socket.until(() => socket.binaries.length >= 11);
    const [head] = socket.heads;
    assert.deepEqual(
      { ...head, codec: head?.codec.slice(0, 7) },
      { type: 'video', stream_id: 'color', codec: 'avc1.42', width: 1280, height: 720, frames_per_second: 30 },
    );
    const types = socket.binaries.map((bytes) =>
      readBoxes(bytes)
        .map(({ type }) => type)
        .join(' '),
    );
    assert.deepEqual(socket.cookies, []);
    assert.equal(types[0], 'ftyp free moov');
    assert.deepEqual(new Set(types.slice(1)), new Set(['prft moof mdat']));
    socket.close();
    await socket.closed;
  });

  it('sends what ffmpeg decodes', { skip: WITHOUT_FFPROBE }, async () => {
    const socket = await PictureSocket.open(video, 'thermal');
    await socket.until(() => socket.binaries.length >= 21);
    socket.close();
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-segments-'));
    const path = join(folder, 'segments.mp4');
    writeFileSync(path, Buffer.concat(socket.binaries.slice(0, 21)));
    const { codec, complaints, frames, heightPx, widthPx } = probe(path);
    rmSync(folder, { recursive: true });
    assert.deepEqual([codec, widthPx, heightPx, frames, complaints], ['h264', 320, 240, 20, '']);
  });

  it('gives one that joins a head at once and a key frame soon', async () => {
    const first = await PictureSocket.open(video, 'thermal');
    await first.until(() => first.binaries.length >= 5);
    const second = await PictureSocket.open(video, 'thermal');
    await second.until(() => second.binaries.length >= 3);
    assert.deepEqual(second.heads, first.heads);
    assert.deepEqual(second.binaries[0], first.binaries[0]);
    first.close();
    second.close();
  });

  it('tells the time, and when the newest picture was taken while somebody watches', async () => {
    const idle = (await video.client.get('/video/v1/color/clock')).body as Record<string, number>;
    assert.ok(Math.abs((idle.now_ms ?? 0) - Date.now()) < 60_000);
    const socket = await PictureSocket.open(video, 'thermal');
    await socket.until(() => socket.binaries.length >= 3);
    const { body } = await video.client.get('/video/v1/thermal/clock');
    const { now_ms = 0, rtp_time = -1, taken_ms = 0 } = body as Record<string, number>;
    assert.ok(taken_ms <= now_ms && taken_ms > now_ms - 60_000, JSON.stringify(body));
    assert.ok(rtp_time >= 0 && rtp_time < 2 ** 32, JSON.stringify(body));
    socket.close();
  });

  it('closes a WebSocket whose session is over', async () => {
    const other = await video.station.client('read');
    const socket = await PictureSocket.open(video, 'thermal', other.token);
    await socket.until(() => socket.binaries.length >= 2);
    await other.post('auth/token/invalidate');
    assert.deepEqual(await socket.closed, { code: 1008, reason: 'the session has ended' });
  });

  it('lets a session have only as many WebSockets as topics and pictures together may be', async () => {
    await using few = await VideoStation.start({ limits: { websocketsPerSession: 2 } });
    const topic = await few.client.subscribe('flight/state');
    const socket = await PictureSocket.open(few, 'thermal');
    assert.equal(codeOf(await few.client.get('/video/v1/thermal/mse')), '426 UPGRADE_REQUIRED');
    await assert.rejects(PictureSocket.open(few, 'thermal'), /429/);
    topic.close();
    socket.close();
  });

  it('closes with the reason when a stream is lost, when the process is gone and when the station stops', async () => {
    const { aircraft } = video.station.running.world;
    const lost = await PictureSocket.open(video, 'thermal');
    await lost.until(() => lost.binaries.length >= 2);
    const fault = aircraft.faults.inject({ type: 'stream_lost', parameters: { stream_id: 'thermal' } });
    assert.ok('id' in fault);
    video.station.advance(0.2);
    assert.equal((await lost.closed).code, 1013);
    assert.equal(codeOf(await video.client.get('/video/v1/thermal/mse')), '409 STREAM_NOT_READY');
    aircraft.faults.clear(fault.id);
    video.station.advance(0.2);
    const broken = await PictureSocket.open(video, 'thermal');
    await broken.until(() => broken.binaries.length >= 2);
    const ready = video.ready();
    process.kill(video.video.supervisor.pid ?? 0, 'SIGKILL');
    assert.equal((await broken.closed).code, 1012);
    await ready;
    const last = await PictureSocket.open(video, 'thermal');
    await last.until(() => last.binaries.length >= 2);
    const over = video[Symbol.asyncDispose]();
    assert.equal((await last.closed).code, 1001);
    await over;
  });
});
