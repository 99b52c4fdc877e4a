import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { IssuedKey } from '@kitestring/station-contract/admin/plugin.ts';
import { missingCodecs, RawViewer } from '@kitestring/video-process/test/support';
import { TEST_KEY } from '../support/test-station.ts';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

/** The smallest stream: a request for a stream starts its camera. */
const STREAM_PATH = '/thermal';
const ALWAYS = { video: { authentication: 'always' } } as const;

/**
 * A station whose stream has pictures, for it has a viewer: while the first one is made, which takes long on a busy machine, a request for the
 * stream is answered 503, and says nothing about permits.
 */
async function streamingStation(options: Parameters<typeof VideoStation.start>[0] = {}): Promise<VideoStation> {
  const video = await VideoStation.start(options);
  await video.watch('thermal');
  return video;
}

/** How a player with this address and these headers is answered. */
async function answeredStatus(
  video: VideoStation,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const viewer = await RawViewer.open(video.video.supervisor.ports.rtspPort ?? 0);
  const { status } = await viewer.ask('DESCRIBE', path, headers);
  viewer.destroy();
  return status;
}

const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` });

async function statusOfDigest(video: VideoStation, password: string): Promise<number> {
  const viewer = await RawViewer.open(video.video.supervisor.ports.rtspPort ?? 0);
  const { headers } = await viewer.ask('DESCRIBE', STREAM_PATH);
  const nonce = /nonce="([^"]+)"/.exec(String(headers.get('www-authenticate')))?.[1] ?? '';
  const uri = `${viewer.base}${STREAM_PATH}`;
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const response = sha(`${sha(`any:kitestring:${password}`)}:${nonce}:${sha(`DESCRIBE:${uri}`)}`);
  const given = `username="any", realm="kitestring", nonce="${nonce}", uri="${uri}", algorithm=SHA-256`;
  const { status } = await viewer.ask('DESCRIBE', STREAM_PATH, {
    Authorization: `Digest ${given}, response="${response}"`,
  });
  viewer.destroy();
  return status;
}

async function ticketPath(video: VideoStation, client = video.client): Promise<string> {
  const { body } = await client.get('videostreams');
  const addresses = (body as { rtsp_url: string }[]).map(({ rtsp_url: address }) => new URL(address));
  const { pathname = '', search = '' } = addresses.find(({ pathname: path }) => path === STREAM_PATH) ?? {};
  return `${pathname}${search}`;
}

describe('who may watch a station', { skip }, () => {
  it('is, on the machine of the station, whoever asks for the plain published address', async () => {
    await using video = await streamingStation();
    assert.equal(await answeredStatus(video, STREAM_PATH), 200);
    assert.equal(await answeredStatus(video, STREAM_PATH, basic('wrong')), 401);
  });

  it('is everybody where that is set, and addresses carry no ticket', async () => {
    await using video = await streamingStation({ video: { authentication: 'never' } });
    assert.equal(await ticketPath(video), STREAM_PATH);
    assert.equal(await answeredStatus(video, STREAM_PATH, basic('wrong')), 200);
  });

  describe('that all have to show who they are', () => {
    const folder = new TestFolder();
    const options = { ...ALWAYS, dataDir: folder.path };
    /** An address that was given by the station before, in the same folder. */
    let stored = '';
    let video: VideoStation;
    before(async () => {
      {
        await using former = await streamingStation(options);
        stored = await ticketPath(former);
        assert.equal((await former.client.post('auth/token/invalidate')).status, 200);
        assert.equal(await answeredStatus(former, stored), 200);
      }
      video = await streamingStation(options);
    });
    after(async () => {
      await video?.[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    });

    it('is whoever stored an address, also when its session is over and the station was started again', async () => {
      assert.equal(await answeredStatus(video, stored), 200);
      assert.equal(await ticketPath(video), stored);
    });

    it('is, where all must show who they are, whoever has an API key, a token or a ticket as password', async () => {
      const ticket = new URLSearchParams((await ticketPath(video)).split('?')[1]).get('ticket') ?? '';
      assert.equal(await answeredStatus(video, STREAM_PATH), 401);
      for (const password of [TEST_KEY, video.client.token ?? '', ticket]) {
        assert.equal(await answeredStatus(video, STREAM_PATH, basic(password)), 200);
        assert.equal(await statusOfDigest(video, password), 200);
      }
      assert.equal(await statusOfDigest(video, 'wrong'), 401);
    });

    it('is a holder of a token only as long as the session lasts, nobody without one', async () => {
      const client = await video.station.client();
      const viewer = await RawViewer.open(video.video.supervisor.ports.rtspPort ?? 0);
      assert.equal((await viewer.ask('DESCRIBE', STREAM_PATH)).status, 401);
      assert.equal((await viewer.ask('DESCRIBE', `${STREAM_PATH}?ticket=wrong`)).status, 401);
      assert.equal((await viewer.ask('DESCRIBE', STREAM_PATH, basic(client.token ?? ''))).status, 200);
      await client.post('auth/token/invalidate');
      await viewer.closed();
    });

    it('is a screen of a watch link with its token, as long as the link', async () => {
      const made = await video.client.post('/station/v1/watch-links', { name: 'desk', hours: 1 });
      const { link, secret } = made.body as { link: { id: string }; secret: string };
      const opened = await video.station.stranger().post('/station/v1/watch-links/open', { secret });
      const { access_token: token } = opened.body as { access_token: string };
      const address = await ticketPath(video, new TestClient(video.station.url, token));
      assert.equal(address, STREAM_PATH, 'the ticket of the plugin would outlive the link');
      assert.equal(await answeredStatus(video, address, basic(token)), 200);
      await video.client.send(`/station/v1/watch-links/${link.id}`, { method: 'DELETE' });
      assert.equal(await answeredStatus(video, address, basic(token)), 401);
    });

    it('is a holder of the old key of a plugin until its grace period ends, by Digest too', async () => {
      const made = await video.client.post('/admin/v1/plugins', { name: 'wall', scopes: ['read'] });
      const { plugin, key } = made.body as IssuedKey;
      await video.client.post(`/admin/v1/plugins/${plugin.id}/rotate`, { grace_s: 60 });
      assert.equal((await video.station.stranger().post('auth/token/request', { client_secret: key })).status, 200);
      assert.equal(await statusOfDigest(video, key), 200);
      video.station.advance(61);
      assert.equal(await statusOfDigest(video, key), 401);
    });

    it('is nobody by a key that has been rotated: who watches by its ticket is ended', async () => {
      const stored = await ticketPath(video);
      const viewer = await video.watch('thermal');
      const { auth } = video.station.station;
      assert.ok((await auth.rotateKey(auth.pluginList()[0]?.id ?? '')).ok);
      await viewer.closed();
      assert.equal(await answeredStatus(video, stored), 401);
      assert.notEqual(await ticketPath(video), stored);
      assert.equal(await answeredStatus(video, await ticketPath(video)), 200);
    });
  });
});
