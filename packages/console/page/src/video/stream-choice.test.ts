import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { chooseInset, chooseMain, keptChoice, NO_CHOICE, nextCount, shownStreams } from './stream-choice.ts';

const stream = (id: string, type: 'Color' | 'Thermal', zoomMax: number): VideoStreamInfo => ({
  stream_id: id,
  type,
  sensor_width: 6,
  sensor_height: 3,
  lens_focal_length: 3,
  zoom_min: 1,
  zoom_max: zoomMax,
  codec: 'H.264',
  can_do_snapshot: true,
});
const STREAMS = [stream('overview', 'Color', 1), stream('zoom', 'Color', 32), stream('thermal', 'Thermal', 1)];

const ids = (choice: Parameters<typeof shownStreams>[1], streams = STREAMS) => {
  const { inset, main } = shownStreams(streams, choice);
  return [main?.stream_id, inset?.stream_id];
};

describe('the choice of streams', () => {
  it('begins with the colour stream that zooms furthest, alone', () => {
    assert.deepEqual(ids(NO_CHOICE), ['zoom', undefined]);
    assert.deepEqual(ids(NO_CHOICE, STREAMS.slice(2)), ['thermal', undefined]);
    assert.deepEqual(ids(NO_CHOICE, []), [undefined, undefined]);
  });

  it('swaps the two when the small one is chosen', () => {
    const choice = chooseInset(STREAMS, NO_CHOICE, 'thermal');
    assert.deepEqual(ids(choice), ['zoom', 'thermal']);
    assert.deepEqual(ids(chooseMain(STREAMS, choice, 'thermal')), ['thermal', 'zoom']);
  });

  it('leaves the small one where it is when a third becomes large', () => {
    const choice = chooseInset(STREAMS, NO_CHOICE, 'thermal');
    assert.deepEqual(ids(chooseMain(STREAMS, choice, 'overview')), ['overview', 'thermal']);
  });

  it('shows no stream twice, and none that the camera does not have', () => {
    assert.deepEqual(ids({ ...NO_CHOICE, mainId: 'zoom', insetId: 'zoom' }), ['zoom', undefined]);
    assert.deepEqual(ids({ ...NO_CHOICE, mainId: 'color', insetId: 'gone' }), ['zoom', undefined]);
  });

  it('shows two or four pictures of the streams that there are, without the corner, and one of a single stream', () => {
    const all = (choice: Parameters<typeof shownStreams>[1], streams = STREAMS) => {
      const { count, inset, main, tiles } = shownStreams(streams, choice);
      return [count, inset?.stream_id, ...[main, ...tiles].map((shown) => shown?.stream_id)];
    };
    const two = { ...NO_CHOICE, insetId: 'thermal', count: 2 as const };
    assert.deepEqual(all(two), [2, undefined, 'zoom', 'overview']);
    assert.deepEqual(all(nextCount(STREAMS, two)), [4, undefined, 'zoom', 'overview', 'thermal']);
    assert.deepEqual(all(nextCount(STREAMS, nextCount(STREAMS, two))), [1, 'thermal', 'zoom']);
    assert.deepEqual(all(two, STREAMS.slice(0, 1)), [1, undefined, 'overview']);
    // The third in place of the first, which stays beside it; then the first again.
    const third = chooseMain(STREAMS, two, 'thermal');
    assert.deepEqual(all(third), [2, undefined, 'thermal', 'zoom']);
    assert.deepEqual(all(chooseMain(STREAMS, third, 'zoom')), [2, undefined, 'zoom', 'thermal']);
    assert.deepEqual(all(chooseMain(STREAMS, { ...two, count: 4 }, 'thermal')), [
      4,
      undefined,
      'thermal',
      'overview',
      'zoom',
    ]);
  });

  it('takes nothing from the browser that is not a name', () => {
    const storage = (text: string) => ({ getItem: () => text }) as unknown as Storage;
    assert.deepEqual(keptChoice(storage('{"mainId": 7, "insetId": "thermal"}')), {
      ...NO_CHOICE,
      insetId: 'thermal',
    });
    const kept = storage('{"count": 3, "tileIds": [1, "a", "b", "c", "d"]}');
    assert.deepEqual(keptChoice(kept), { ...NO_CHOICE, tileIds: ['a', 'b', 'c'] });
    assert.deepEqual(keptChoice(storage('nonsense')), NO_CHOICE);
    assert.deepEqual(keptChoice(storage('null')), NO_CHOICE);
  });
});
