import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { FlightFollower } from './flight-follower.ts';

/** Ten minutes, in flight unless it is said otherwise, looked at four times a second. @returns seconds of the starts */
function recordStarts(
  onStart: (follower: FlightFollower, nowS: number) => void,
  isFlyingAt: (nowS: number) => boolean = () => true,
): number[] {
  const starts: number[] = [];
  let nowS = 0;
  const recordings = {
    followsFlights: true,
    hasStreams: true,
    isRecording: false,
    isAutomatic: false,
    start: async () => {
      starts.push(nowS);
      onStart(follower, nowS);
    },
    stop: async () => {},
  };
  const follower = new FlightFollower(recordings);
  for (; nowS < 600; nowS += 0.25) follower.follow(isFlyingAt(nowS) ? 'Flying' : 'StandBy', nowS * US_PER_S);
  return starts;
}

describe('FlightFollower', () => {
  it('starts the recording of a flight once', () => {
    assert.deepEqual(
      recordStarts(() => {}),
      [0],
    );
  });

  it('tries again what failed after 10, 20 and 40 s and then each minute, and says which failure was the first', () => {
    const firsts: boolean[] = [];
    const starts = recordStarts((follower, nowS) => firsts.push(follower.failed(nowS * US_PER_S)));
    assert.deepEqual(starts, [0, 10, 30, 70, 130, 190, 250, 310, 370, 430, 490, 550]);
    assert.deepEqual(firsts, [true, ...starts.slice(1).map(() => false)]);
  });

  it('does not try again what was stopped', () => {
    const starts = recordStarts((follower, nowS) => {
      if (nowS === 10) follower.stopped();
      follower.failed(nowS * US_PER_S);
    });
    assert.deepEqual(starts, [0, 10]);
  });

  it('begins each flight with the shortest pause, and does not try again after the landing', () => {
    const starts = recordStarts(
      (follower, nowS) => follower.failed(nowS * US_PER_S),
      (nowS) => nowS < 40 || (nowS >= 150 && nowS < 200),
    );
    assert.deepEqual(starts, [0, 10, 30, 150, 160, 180]);
  });
});
