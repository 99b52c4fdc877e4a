import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { chooseInset, chooseMain, keptChoice, NO_CHOICE, shownStreams } from './stream-choice.ts';

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
    assert.deepEqual(ids({ mainId: 'zoom', insetId: 'zoom' }), ['zoom', undefined]);
    assert.deepEqual(ids({ mainId: 'color', insetId: 'gone' }), ['zoom', undefined]);
  });

  it('takes nothing from the browser that is not a name', () => {
    const storage = (text: string) => ({ getItem: () => text }) as unknown as Storage;
    assert.deepEqual(keptChoice(storage('{"mainId": 7, "insetId": "thermal"}')), {
      mainId: undefined,
      insetId: 'thermal',
    });
    assert.deepEqual(keptChoice(storage('nonsense')), NO_CHOICE);
    assert.deepEqual(keptChoice(storage('null')), NO_CHOICE);
  });
});
