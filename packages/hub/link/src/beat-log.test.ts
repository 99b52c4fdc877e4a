import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { BeatLog } from './beat-log.ts';

describe('the log of beats', () => {
  it('tells the age of a beat by the station’s own clock, and none of one that was never sent', () => {
    const beats = new BeatLog();
    assert.equal(beats.next(1000), 1);
    assert.equal(beats.next(2000), 2);
    assert.deepEqual([beats.ageMs(1, 4500), beats.ageMs(2, 4500)], [3500, 2500]);
    for (const beat of [0, -1, 3, 1.5, Number.NaN]) assert.equal(beats.ageMs(beat, 4500), undefined, String(beat));
  });

  it('forgets beats beyond its limit, so that a command that names one is refused', () => {
    const beats = new BeatLog();
    for (let index = 1; index <= LIMITS.beatsKept + 5; index += 1) beats.next(index);
    assert.equal(beats.ageMs(5, 100), undefined);
    assert.equal(beats.ageMs(6, 100), 94);
    assert.equal(beats.ageMs(beats.newest, 100), 100 - LIMITS.beatsKept - 5);
  });
});
