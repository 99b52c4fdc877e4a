import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScriptedCamera } from '@kitestring/aircraft-mavlink/test/support/scripted-camera.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { ClipCamera, missingCodecs, readJpeg } from '@kitestring/video-process/test/support';
import { mavlinkStation } from '../support/mavlink-station.ts';

/** Tags of EXIF. */
const MODEL = 0x0110;
const FOCAL_LENGTH = 0x920a;

describe('the MAVLink camera of a real aircraft', { skip: missingCodecs() }, () => {
  it('gives its video, snapshots and zoom to the station without a setting of its address', async () => {
    await using cleanup = new AsyncDisposableStack();
    const clip = cleanup.use(await ClipCamera.start());
    const video = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, zoomMax: 5 };
    const { autopilot, client, line, running } = await mavlinkStation('ArduCopter', cleanup, { video });
    assert.deepEqual((await client.get('videostreams')).body, []);
    const camera = new ScriptedCamera(autopilot.link, { streams: [{ uri: clip.url, flags: 1 }], hasZoom: true });
    const step = line.onStep;
    line.onStep = (nowUs) => {
      step(nowUs);
      camera.beat();
    };
    const snapshot = await until('a picture of the camera', async () => {
      await line.run(0.2);
      const { ok, ...taken } = (await running.video?.snapshot('color')) ?? { ok: false };
      return ok && 'value' in taken && taken.value;
    });
    const { main, photo } = readJpeg(snapshot);
    assert.equal(main.get(MODEL), 'Maker Eye');
    assert.equal(photo.get(FOCAL_LENGTH), 4);
    const [stream, ...others] = (await client.get('videostreams')).body as VideoStreamInfo[];
    assert.deepEqual(others, []);
    const { frame_height, frame_width, lens_focal_length, stream_id, zoom_max } = stream ?? {};
    assert.deepEqual([stream_id, frame_width, frame_height, lens_focal_length, zoom_max], ['color', 160, 120, 4, 5]);
    assert.equal((await client.post('videostreams/color/control/zoom', { zoom_level: 3 })).status, 202);
    assert.equal((await client.post('videostreams/color/control/zoom', { zoom_level: 6 })).status, 400);
    await line.run(1);
    assert.deepEqual(camera.zooms, [[2, 50]]);
    const { fov_horizontal, zoom_level } = (await client.get('videostreams/color/state')).body as Record<
      string,
      number
    >;
    // 2 atan(6 / 8), by the published formula for a zoom of 3.
    assert.deepEqual([zoom_level, fov_horizontal], [3, 24.58]);
  });
});
