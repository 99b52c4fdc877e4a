import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationTime } from './station-time.ts';

describe('the real time of a scenario’s station', () => {
  it('follows station time, and goes on where that goes back', () => {
    const time = new StationTime(1000);
    assert.equal(time.nowUs(), 1000);
    let stationUs = 2000;
    time.follow({ nowUs: () => stationUs });
    assert.equal(time.nowUs(), 2000);
    for (const [nowUs, shownUs] of [
      [5000, 5000],
      [2500, 5000],
      [2600, 5100],
      [1000, 5100],
      [9000, 13_100],
    ] as const) {
      stationUs = nowUs;
      assert.equal(time.nowUs(), shownUs);
    }
  });
});
