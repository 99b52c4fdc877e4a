import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { videoRoutes } from './video-routes.ts';

describe('video routes of a station without video', () => {
  it('answer 502 to what is right, as with a source that does not answer', async () => {
    await using api = await ApiUnderTest.start(() => videoRoutes());
    for (const path of ['videostreams', 'videostreams/zoom/state', 'videostreams/zoom/snapshot']) {
      assert.equal((await api.client.get(path)).status, 502, path);
    }
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom_level: 2 }), '502 VIDEO_UNAVAILABLE');
  });

  it('answer 400 to what is wrong', async () => {
    await using api = await ApiUnderTest.start(() => videoRoutes());
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom_level: '2' }), '400 INVALID_REQUEST');
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom: 2 }), '400 INVALID_REQUEST');
  });
});
