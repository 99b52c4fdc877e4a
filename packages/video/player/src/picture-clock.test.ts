import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PictureClock } from './picture-clock.ts';

describe('the clock of the station', () => {
  it('is unknown before its first answer', () => {
    assert.equal(new PictureClock().hereMs(1), undefined);
    assert.equal(new PictureClock().takenMs(1), undefined);
  });

  it('is taken to be what it was half way there and back', () => {
    const clock = new PictureClock();
    clock.accept({ now_ms: 5050 }, 1000, 1100);
    assert.equal(clock.hereMs(5050), 1050);
  });

  it('is believed most when the answer was quick', () => {
    const clock = new PictureClock();
    clock.accept({ now_ms: 5005 }, 1000, 1010);
    clock.accept({ now_ms: 6900 }, 2000, 2900);
    assert.equal(clock.hereMs(5005), 1005);
  });

  it('says when a picture was taken by its RTP time, before and after the one it knows, and over the wrap', () => {
    const clock = new PictureClock();
    clock.accept({ now_ms: 1000, rtp_time: 100, taken_ms: 900 }, 1000, 1000);
    assert.equal(clock.takenMs(100), 900);
    assert.equal(clock.takenMs(100 + 90 * 33), 933);
    assert.equal(clock.takenMs(2 ** 32 + 100 - 90 * 50), 850);
  });
});
