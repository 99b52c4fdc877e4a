import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { recordingRoutes } from '../recordings/recording-routes.ts';
import { videoRoutes } from './video-routes.ts';

describe('video and recording routes', () => {
  it('answer 502 to what is right, as with a source that does not answer', async () => {
    await using api = await ApiUnderTest.start(() => [...videoRoutes(), ...recordingRoutes()]);
    for (const path of ['videostreams', 'videostreams/zoom/snapshot', 'recordings', 'recordings/a/main.mp4']) {
      assert.equal((await api.client.get(path)).status, 502, path);
    }
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom_level: 2 }), '502 VIDEO_UNAVAILABLE');
    assert.equal(await api.outcome('recordings/control/start'), '502 VIDEO_UNAVAILABLE');
  });

  it('answer 400 to what is wrong', async () => {
    await using api = await ApiUnderTest.start(videoRoutes);
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom_level: '2' }), '400 INVALID_REQUEST');
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom: 2 }), '400 INVALID_REQUEST');
  });
});
