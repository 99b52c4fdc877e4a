import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { PictureReadiness } from './picture-readiness.ts';

function readiness() {
  const clock = new VirtualClock(0);
  const sentS: number[] = [];
  let isInFlight = false;
  const it = new PictureReadiness({
    clock,
    isInFlight: () => isInFlight,
    warmUp: () => sentS.push(clock.nowUs() / 1e6),
  });
  const fly = (does: boolean) => {
    isInFlight = does;
  };
  return { it, clock, sentS, fly };
}

describe('the readiness for the first picture', () => {
  it('is none on the ground while no client asks for the streams', () => {
    const { clock, sentS } = readiness();
    clock.advance(3600);
    assert.deepEqual(sentS, []);
  });

  it('begins when a client asks for the streams, and ends half a minute after the last has asked', () => {
    const { clock, it: asked, sentS } = readiness();
    clock.advance(5);
    asked.expect();
    asked.expect();
    clock.advance(100);
    assert.deepEqual(sentS, [5, 15, 25]);
  });

  it('lasts from take-off, which is noticed within a second, to landing', () => {
    const { clock, fly, sentS } = readiness();
    clock.advance(12.5);
    fly(true);
    clock.advance(20);
    fly(false);
    clock.advance(100);
    assert.deepEqual(sentS, [13, 23]);
  });
});
