import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { VideoStation } from '../support/video-station.ts';

interface Stream {
  readonly stream_id: string;
  readonly protocol: string;
  readonly url: string;
}

describe('the streams of a station of 0.5.0', () => {
  let video: VideoStation;
  const streams = async () => (await video.client.get('videostreams')).body as readonly Stream[];
  before(async () => {
    const ports = { rtspPort: 'off' as const, streamPorts: { zoom: 0, overview: 0, thermal: 0 } };
    video = await VideoStation.start({ apiVersion: '0.5.0', video: ports });
  });
  after(() => video[Symbol.asyncDispose]());

  it('have a port each, with the same path, and play there', async () => {
    const listed = await streams();
    assert.deepEqual(
      listed.map(({ stream_id, protocol, url }) => [stream_id, protocol, new URL(url).pathname, new URL(url).hostname]),
      ['zoom', 'overview', 'thermal'].map((id) => [id, 'RTP', '/video', '127.0.0.1']),
    );
    assert.equal(new Set(listed.map(({ url }) => new URL(url).port)).size, 3);
    for (const { stream_id } of listed) {
      const viewer = await video.watch(stream_id);
      await viewer.until(() => viewer.packets.length > 3);
      viewer.destroy();
    }
  });

  it('are left out where a camera is attached for which the version has no address', async () => {
    const before = (await streams()).map(({ url }) => url);
    const swapped = await video.client.send('/sim/v1/payload', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ camera_model: 'Camera 1st Generation' }),
    });
    assert.equal(swapped.status, 200);
    video.station.advance(10);
    assert.deepEqual(
      (await streams()).map(({ stream_id, url }) => [stream_id, url]),
      [['thermal', before[2]]],
    );
    assert.ok(!('model' in ((await video.client.get('camera/info')).body as object)));
  });
});
