import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { videoRoutes } from './video-routes.ts';

describe('video routes of a station without video', () => {
  it('list no streams, and know none', async () => {
    await using api = await ApiUnderTest.start(() => videoRoutes());
    const list = await api.client.get('videostreams');
    assert.deepEqual([list.status, list.body], [200, []]);
    for (const path of ['videostreams/zoom/state', 'videostreams/zoom/snapshot']) {
      assert.equal((await api.client.get(path)).status, 404, path);
    }
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom_level: 2 }), '404 STREAM_NOT_FOUND');
  });

  it('answer 400 to what is wrong', async () => {
    await using api = await ApiUnderTest.start(() => videoRoutes());
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom_level: '2' }), '400 INVALID_REQUEST');
    assert.equal(await api.outcome('videostreams/zoom/control/zoom', { zoom: 2 }), '400 INVALID_REQUEST');
  });
});
