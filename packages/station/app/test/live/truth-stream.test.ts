import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { FrameObjects, TRUTH_STREAMS_MAX } from '@kitestring/station-contract/sim/truth-stream.ts';
import { missingCodecs } from '@kitestring/video-process/test/support';
import { Compile } from 'typebox/compile';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

async function subscribe(
  { client, station }: VideoStation,
  streamId: string,
  signal = AbortSignal.timeout(60_000),
): Promise<Response> {
  return fetch(`${station.url}/sim/v1/truth/${streamId}/subscribe`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal,
  });
}

async function* framesOf({ body }: Response): AsyncGenerator<FrameObjects> {
  const input = Readable.fromWeb(body as ReadableStream);
  try {
    for await (const line of createInterface({ input })) yield JSON.parse(line) as FrameObjects;
  } finally {
    input.destroy();
  }
}

async function first(count: number, response: Response): Promise<FrameObjects[]> {
  const frames: FrameObjects[] = [];
  for await (const frame of framesOf(response)) {
    frames.push(frame);
    if (frames.length === count) break;
  }
  return frames;
}

describe('the objects in the pictures of a stream', { skip }, () => {
  it('come a line for each picture while a client subscribes, and cost nothing after it', async () => {
    await using video = await VideoStation.start();
    const check = Compile(FrameObjects);
    for (const id of ['zoom', 'thermal']) {
      const response = await subscribe(video, id);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/jsonl']);
      const frames = await first(8, response);
      for (const frame of frames) assert.deepEqual([...check.Errors(frame)], []);
      const [begin, ...rest] = frames as [FrameObjects, ...FrameObjects[]];
      assert.ok(begin.objects.length > 0, 'on the ground, too, there are people and vehicles');
      for (const { box, distance_m, latitude, temperature_c } of begin.objects) {
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= begin.width && box.y + box.height <= begin.height);
        assert.ok(distance_m < 2000 && Math.abs(latitude - 47.38) < 0.05, `${distance_m} m, ${latitude}`);
        assert.equal(temperature_c !== undefined, id === 'thermal');
      }
      assert.ok(rest.every(({ rtp_time }) => rtp_time > begin.rtp_time));
    }
    await until('the streams to pause', () => video.video.sources.every(({ viewers }) => viewers === 0));
  });

  it('end with the session that has subscribed', async () => {
    await using video = await VideoStation.start();
    const frames = framesOf(await subscribe(video, 'thermal'));
    await frames.next();
    await video.client.post('auth/token/invalidate');
    for await (const { stream_id: id } of frames) assert.equal(id, 'thermal');
  });

  it('are refused without such a stream, and beyond the limit of a session', async () => {
    await using video = await VideoStation.start();
    const ended = new AbortController();
    const unknown = await subscribe(video, 'wide');
    assert.deepEqual([unknown.status, ((await unknown.json()) as { code: string }).code], [404, 'STREAM_NOT_FOUND']);
    for (let open = 0; open < TRUTH_STREAMS_MAX; open += 1) {
      assert.equal((await subscribe(video, 'thermal', ended.signal)).status, 200);
    }
    const refused = await subscribe(video, 'thermal', ended.signal);
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { code: string }).code],
      [429, 'TOO_MANY_CONNECTIONS'],
    );
    ended.abort();
    await until('a place', async () => {
      const again = new AbortController();
      const { status } = await subscribe(video, 'thermal', again.signal);
      again.abort();
      return status === 200;
    });
  });

  it('end with the station', async () => {
    const video = await VideoStation.start();
    const response = await subscribe(video, 'thermal');
    const frames = framesOf(response);
    await frames.next();
    const stopped = video[Symbol.asyncDispose]();
    while ((await frames.next()).done !== true);
    await stopped;
  });
});
