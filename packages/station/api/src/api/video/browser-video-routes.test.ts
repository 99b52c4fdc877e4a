import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { BrowserVideo } from '@kitestring/video-host/browser/browser-video.ts';
import type { BrowserOrder, BrowserReport } from '@kitestring/video-process/process';
import { messageFrame } from '@kitestring/web/subscriptions';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { browserVideoRoutes } from './browser-video-routes.ts';

type Answering = (order: Extract<BrowserOrder, { id: number }>) => BrowserReport | undefined;

/** The routes over a media process that answers as it is told, at once. */
function apiOver(answering: Answering): Promise<ApiUnderTest> {
  const video: BrowserVideo = new BrowserVideo({
    find: () => ok(undefined),
    check: () => ok(undefined),
    send: (order) => {
      const report = 'id' in order ? answering(order) : undefined;
      if (report !== undefined) queueMicrotask(() => video.accept(report));
    },
    messageFrame,
    clock: new VirtualClock(0),
    hasWebRtc: true,
  });
  return ApiUnderTest.start(() => browserVideoRoutes({} as never, video));
}

const SDP = { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: 'v=0' };

describe('an offer that the media process does not take', () => {
  for (const [why, outcome, retryAfter] of [
    ['offer', '400 INVALID_REQUEST', null],
    ['stream', '409 STREAM_NOT_READY', null],
    ['full', '429 TOO_MANY_CONNECTIONS', '5'],
    ['fault', '502 VIDEO_UNAVAILABLE', null],
  ] as const) {
    it(`because of ${why} is answered as its document says: ${outcome}`, async () => {
      await using api = await apiOver(({ id }) => ({ what: 'refused', id, why, reason: 'it is so' }));
      const { body, headers, status } = await api.client.send('/video/v1/zoom/whep', SDP);
      assert.equal(`${status} ${(body as { code: string }).code}`, outcome);
      assert.equal(headers.get('retry-after'), retryAfter);
    });
  }
});

describe('a viewer over WebRTC', () => {
  it('is told its path, is ended once, and is not there a second time', async () => {
    let wasThere = true;
    await using api = await apiOver(({ act, id }) => {
      if (act === 'offer') return { what: 'answer', id, peerId: 'p1', sdp: 'v=0' };
      const report = { what: 'hungUp', id, wasThere } as const;
      wasThere = false;
      return report;
    });
    const taken = await api.client.send('/video/v1/zoom/whep', SDP);
    const path = taken.headers.get('location') ?? '';
    assert.deepEqual([taken.status, path], [201, '/video/v1/zoom/whep/p1']);
    assert.equal((await api.client.send(path, { method: 'DELETE' })).status, 200);
    assert.equal((await api.client.send(path, { method: 'DELETE' })).status, 404);
  });
});
