import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { after, before, describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { FrameObjects, TRUTH_STREAMS_MAX } from '@kitestring/station-contract/sim/truth-stream.ts';
import { missingCodecs } from '@kitestring/video-process/test/support';
import { Compile } from 'typebox/compile';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

async function subscribe(
  { client, station }: VideoStation,
  streamId: string,
  signal?: AbortSignal,
  { token } = client,
): Promise<Response> {
  return fetch(`${station.url}/sim/v1/truth/${streamId}/subscribe`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal !== undefined && { signal }),
  });
}

async function* readFrames({ body }: Response): AsyncGenerator<FrameObjects> {
  const input = Readable.fromWeb(body as ReadableStream);
  try {
    for await (const line of createInterface({ input })) yield JSON.parse(line) as FrameObjects;
  } finally {
    input.destroy();
  }
}

async function first(count: number, response: Response): Promise<FrameObjects[]> {
  const frames: FrameObjects[] = [];
  for await (const frame of readFrames(response)) {
    frames.push(frame);
    if (frames.length === count) break;
  }
  return frames;
}

describe('the objects in the pictures of a stream', { skip }, () => {
  /** One for all tests: to start it costs more than they do. The last one stops it. */
  let video: VideoStation;
  before(async () => {
    video = await VideoStation.start();
  });
  after(() => video?.[Symbol.asyncDispose]());

  it('come a line for each picture while a client subscribes, and cost nothing after it', async () => {
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
    const other = await video.station.client();
    const frames = readFrames(await subscribe(video, 'thermal', undefined, other));
    await frames.next();
    await other.post('auth/token/invalidate');
    for await (const { stream_id: id } of frames) assert.equal(id, 'thermal');
  });

  it('are refused without such a stream, and beyond the limit of a session', async () => {
    const ended = new AbortController();
    const unknown = await subscribe(video, 'wide');
    assert.deepEqual([unknown.status, ((await unknown.json()) as { code: string }).code], [404, 'STREAM_NOT_FOUND']);
    // Held until the next one is refused: the body of a response that is garbage is cancelled, and its place is free.
    const held: Response[] = [];
    while (held.length < TRUTH_STREAMS_MAX) held.push(await subscribe(video, 'thermal', ended.signal));
    const refused = await subscribe(video, 'thermal', ended.signal);
    assert.deepEqual([...new Set(held.map(({ status }) => status)), refused.status], [200, 429]);
    assert.equal(((await refused.json()) as { code: string }).code, 'TOO_MANY_CONNECTIONS');
    ended.abort();
    await until('a place', async () => {
      const again = new AbortController();
      const { status } = await subscribe(video, 'thermal', again.signal);
      again.abort();
      return status === 200;
    });
  });

  it('end with the station', async () => {
    // The sessions of the tests before may still have theirs.
    const other = await video.station.client();
    const frames = readFrames(await subscribe(video, 'thermal', undefined, other));
    await frames.next();
    const over = video[Symbol.asyncDispose]();
    while ((await frames.next()).done !== true);
    await over;
  });
});
