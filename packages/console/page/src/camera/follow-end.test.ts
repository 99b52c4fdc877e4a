import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followEnd, followStage } from './follow-end.ts';

const POINT = { latitude: 47, longitude: 8 };
const ENDED = { ended_by: 'camera_moved', ended_time: '2026-03-01T09:30:00.000000+00:00' } as const;

describe('the end of a follow', () => {
  it('is told once, also if the whole follow was between two readings', () => {
    assert.equal(followEnd({ state: 'following', point: POINT }, { state: 'off', ...ENDED }), 'camera_moved');
    assert.equal(followEnd({ state: 'off' }, { state: 'off', ...ENDED }), 'camera_moved');
    assert.equal(followEnd({ state: 'off', ...ENDED }, { state: 'off', ...ENDED }), undefined);
  });

  it('is not told when the page opens later, or when another follow has begun', () => {
    assert.equal(followEnd(undefined, { state: 'off', ...ENDED }), undefined);
    assert.equal(followEnd({ state: 'following', point: POINT }, { state: 'following', ...ENDED }), undefined);
    assert.equal(followEnd({ state: 'off', ...ENDED }, undefined), undefined);
  });
});

describe('the stage of a follow', () => {
  it('is that of a position, an object, or a lost one', () => {
    assert.equal(followStage({ state: 'following', point: POINT }), 'position');
    assert.equal(followStage({ state: 'following', stream_id: 'zoom' }), 'object');
    assert.equal(followStage({ state: 'lost', point: POINT }), 'lost');
    assert.deepEqual([followStage({ state: 'off' }), followStage(undefined)], [undefined, undefined]);
  });
});
