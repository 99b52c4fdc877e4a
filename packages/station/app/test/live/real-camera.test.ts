import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import {
  CLIP,
  ClipCamera,
  Depacketiser,
  missingCodecs,
  nalType,
  readJpeg,
} from '@kitestring/video-process/test/support';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

/** A station whose streams all come from one real camera. */
function stationFor(url: string, dataDir?: string): Promise<VideoStation> {
  const camera = { url, checksCertificate: true };
  return VideoStation.start({
    ...(dataDir !== undefined && { dataDir }),
    simulation: { cameraModel: 'Camera 1st Generation' },
    video: { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, cameras: { color: camera, thermal: camera } },
  });
}

const streamState = async (video: VideoStation, id: string): Promise<VideoStreamState> =>
  (await video.client.get(`videostreams/${id}/state`)).body as VideoStreamState;

async function outcome(video: VideoStation, path: string, body: object = {}): Promise<string> {
  const answer = await video.client.post(path, body);
  return `${answer.status} ${(answer.body as { code?: string } | undefined)?.code ?? ''}`.trim();
}

/** Waits for pictures, or their absence, until it is so. */
async function until(video: VideoStation, isTrue: () => boolean, id = 'color'): Promise<void> {
  const topic = video.video.topicOf(id);
  if (!topic.ok) throw new Error(topic.refusal.message);
  while (!isTrue()) {
    await new Promise<void>((resolve) => {
      const cancel = topic.value.onInvalidate(() => {
        cancel();
        resolve();
      });
    });
  }
}

const isStreaming = (video: VideoStation, id: string): boolean => {
  const state = video.video.state(id);
  return state.ok && state.value.is_streaming;
};

const streams = (video: VideoStation, id = 'color') => until(video, () => isStreaming(video, id), id);

const hex = (nals: readonly Uint8Array[]): string => nals.map((nal) => Buffer.from(nal).toString('hex')).join(' ');

describe('a stream of a real camera', { skip }, () => {
  describe('that is there', () => {
    let camera: ClipCamera;
    let video: VideoStation;
    before(async () => {
      camera = await ClipCamera.start();
      video = await stationFor(camera.url);
      await streams(video);
    });
    after(async () => {
      await video[Symbol.asyncDispose]();
      await camera[Symbol.asyncDispose]();
    });

    it('is there whether somebody watches or not, with the size of the camera and nothing to set', async () => {
      const { body } = await video.client.get('videostreams');
      const [color] = body as VideoStreamInfo[];
      const { frame_height, frame_width, stream_id, zoom_max, zoom_min } = color ?? {};
      assert.deepEqual([stream_id, frame_width, frame_height, zoom_min, zoom_max], ['color', 160, 120, 1, 1]);
      const state = await streamState(video, 'color');
      assert.ok(state.timestamp !== undefined);
      assert.equal(state.fov_horizontal, undefined);
      assert.equal((await streamState(video, 'thermal')).thermal_color_palette, undefined);
      assert.deepEqual(
        [
          await outcome(video, 'videostreams/color/control/zoom', { zoom_level: 1 }),
          await outcome(video, 'videostreams/color/control/zoom', { zoom_level: 2 }),
          await outcome(video, 'videostreams/thermal/control/palette', { thermal_color_palette: 'Lava' }),
        ],
        ['202', '400 INVALID_ZOOM', '400 INVALID_PALETTE'],
      );
    });

    it('is refused a privacy mask, and shows nothing where there is one', async (t) => {
      const corners = [
        { x: 0, y: 0 },
        { x: 0.5, y: 1 },
      ];
      const mask = { holds: 'picture', stream_id: 'color', corners };
      assert.equal(await outcome(video, '/station/v1/privacy-masks', mask), '400 INVALID_REQUEST');
      const stored = { mask_id: '1', ...mask, created_time: '2026-03-01T09:30:00.250000+00:00', created_by: 'Chief' };
      const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-masked-'));
      t.after(() => rmSync(dataDir, { recursive: true, force: true }));
      const store = openStore(dataDir, { lock: true });
      store.documents.set('video.masks', JSON.stringify([stored]));
      store.close();
      await using masked = await stationFor(camera.url, dataDir);
      const { jpeg, status } = await masked.snapshot('color');
      const { code, message } = JSON.parse(String(jpeg));
      assert.deepEqual([status, code], [409, 'STREAM_NOT_READY']);
      assert.match(message, /it comes from a real camera, and its privacy masks cannot be applied here/);
      assert.deepEqual((await masked.client.get('/station/v1/privacy-masks')).body, {
        masks: [stored],
        withheld: ['color'],
      });
      await streams(masked, 'thermal');
    });

    it('goes out as it came in: the same NAL units', async () => {
      const viewer = await video.watch('color');
      await viewer.until(() => viewer.packets.filter(({ marker }) => marker).length >= 40);
      viewer.socket.destroy();
      const depacketiser = new Depacketiser('H.264');
      const pictures = viewer.packets.flatMap((packet) => depacketiser.push(packet)).map(({ nals }) => hex(nals));
      const sent = CLIP.map(hex);
      const begin = sent.indexOf(pictures[0] ?? '');
      assert.ok(begin >= 0, 'the first picture is one of the film');
      for (const [index, picture] of pictures.entries()) assert.equal(picture, sent[(begin + index) % sent.length]);
    });

    it('gives snapshots in its own size, that do not pretend to know the lens', async () => {
      const { jpeg, status, type } = await video.picture('color');
      assert.deepEqual([status, type], [200, 'image/jpeg']);
      const { gps, main, photo } = readJpeg(jpeg);
      assert.deepEqual([photo.get(0xa002), photo.get(0xa003)], [160, 120]);
      assert.equal(main.get(0x0110), 'RTSP camera');
      assert.equal(photo.get(0x920a), undefined);
      assert.ok(gps.has(0x0002), 'it says where the Kite was');
      await streams(video, 'thermal');
      const spot = await video.client.get('/station/v1/thermal/spot?stream_id=thermal&x=0.5&y=0.5');
      assert.deepEqual([spot.status, (spot.body as { code?: string }).code], [409, 'NO_TEMPERATURES']);
    });

    it('is recorded as it comes', async () => {
      await streams(video, 'thermal');
      assert.equal(await outcome(video, 'recordings/control/start'), '201');
      const { body } = await video.client.get('recordings');
      const [{ recording_id = '' } = {}] = body as { recording_id?: string }[];
      const file = join(video.station.dataDir, 'recordings', recording_id, 'main.mp4');
      await until(video, () => readFileSync(file).length > 20_000);
      assert.equal(await outcome(video, 'recordings/control/stop'), '201');
      const film = readFileSync(file);
      const keyFrames = CLIP.filter((nals) => nals.some((nal) => nalType(nal) === 5));
      const slices = keyFrames.map((nals) => Buffer.from(nals.at(-1) ?? []));
      assert.ok(
        slices.some((slice) => film.includes(slice)),
        'a key frame of the camera is in the file as it was sent',
      );
    });
  });

  it('is lost and back again without a restart: 502 and a notification meanwhile', async () => {
    // One that the system gives to nothing else while the camera is away.
    const port = await freePort();
    const first = await ClipCamera.start(port);
    await using video = await stationFor(first.url);
    for (const id of ['color', 'thermal']) await streams(video, id);
    // On a busy machine the cameras count as lost until their first pictures, which must not be taken for the loss that follows.
    await until(video, () => !video.station.station.notifications.isActive('STREAM_LOST'));
    // One after the other, as it is noticed.
    const lost = video.notified(50_010, true, /color, thermal/);
    await first[Symbol.asyncDispose]();
    await until(video, () => !isStreaming(video, 'color'));
    assert.equal((await video.snapshot('color')).status, 502);
    assert.equal(await outcome(video, 'recordings/control/start'), '502 VIDEO_UNAVAILABLE');
    assert.equal(await outcome(video, 'videostreams/color/control/zoom', { zoom_level: 1 }), '502 VIDEO_UNAVAILABLE');
    await lost;
    const over = video.notified(50_010, false);
    await using _second = await ClipCamera.start(port);
    await streams(video);
    await over;
    assert.equal((await video.picture('color')).status, 200);
  });

  it('tells nobody its password', async () => {
    await using video = await stationFor('rtsp://user:geheim@127.0.0.1:1/main?token=verborgen');
    await until(video, () => video.log.some(({ message }) => message.startsWith('a real camera sends no pictures')));
    const { body } = await video.client.get('videostreams/color/snapshot');
    assert.match(JSON.stringify(body), /127\.0\.0\.1/);
    for (const said of [JSON.stringify(body), JSON.stringify(video.log)]) assert.doesNotMatch(said, /geheim|verborgen/);
  });
});
