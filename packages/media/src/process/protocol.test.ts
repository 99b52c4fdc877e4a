import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromMedia, toMedia } from './protocol.ts';

const STATE = { rtpTime: 1, timeUs: 2, zoom: 1, pose: {} };

describe('messages between the station and its media process', () => {
  it('are known by their kind and their fields', () => {
    assert.ok(fromMedia({ kind: 'ready', ports: {} }));
    assert.ok(fromMedia({ kind: 'picture', streamId: 'zoom', state: STATE }));
    assert.ok(fromMedia({ kind: 'snapshot', id: 1, jpeg: new Uint8Array(3), state: STATE }));
    const live = { state: 'live', size: { widthPx: 640, heightPx: 512 }, framesPerS: 30 };
    for (const state of [{ state: 'connecting' }, { state: 'lost', reason: 'why' }, live]) {
      assert.ok(fromMedia({ kind: 'camera', streamId: 'zoom', state }));
    }
    assert.ok(toMedia({ kind: 'ping' }));
    assert.ok(toMedia({ kind: 'streams', state: { cameraModel: 'Camera 2nd Generation', seed: 1, streams: [] } }));
  });

  it('are nothing when a field is missing or of another type', () => {
    const wrong = [
      undefined,
      null,
      'ready',
      [],
      {},
      { kind: 'toString' },
      { kind: '__proto__' },
      { kind: 'ready' },
      { kind: 'demand', streamIds: 'zoom' },
      { kind: 'demand', streamIds: [1] },
      { kind: 'picture', streamId: 'zoom', state: { ...STATE, rtpTime: Number.NaN } },
      { kind: 'picture', streamId: 'zoom', state: { ...STATE, pose: null } },
      { kind: 'snapshot', id: 1, jpeg: 'abc', state: STATE },
      { kind: 'camera', streamId: 'zoom', state: { state: 'live', size: { widthPx: 0, heightPx: 1 }, framesPerS: 1 } },
      { kind: 'camera', streamId: 'zoom', state: { state: 'lost' } },
      { kind: 'camera', streamId: 'zoom', state: { state: 'elsewhere' } },
      { kind: 'trouble', reason: 'x'.repeat(70_000) },
    ];
    for (const value of wrong) assert.equal(fromMedia(value), undefined, JSON.stringify(value)?.slice(0, 80));
    assert.equal(toMedia({ kind: 'streams', state: { cameraModel: 'Another', streams: [] } }), undefined);
    const streams = [{ id: 'zoom', isUp: true, controls: { zoom: 1 }, camera: { url: 7, checksCertificate: true } }];
    const state = { cameraModel: 'Camera 2nd Generation', seed: 1, streams };
    assert.equal(toMedia({ kind: 'streams', state }), undefined);
    assert.equal(toMedia({ kind: 'snapshot', id: 1, streamId: 'zoom' }), undefined);
  });
});
