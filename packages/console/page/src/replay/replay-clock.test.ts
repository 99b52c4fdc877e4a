import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReplayClock } from './replay-clock.ts';

const S = 1_000_000;

describe('the time of a replay', () => {
  it('goes by its speed, stops at the end, and begins anew from there', () => {
    const clock = new ReplayClock(0, 100 * S);
    clock.tick(1000);
    assert.equal(clock.nowUs, 0, 'not before it plays');
    clock.play();
    clock.setSpeed(16);
    clock.tick(1000);
    assert.equal(clock.nowUs, 16 * S);
    clock.tick(10_000);
    assert.deepEqual(clock.snapshot(), { timeUs: 100 * S, speed: 16, isPlaying: false });
    clock.play();
    assert.equal(clock.snapshot().timeUs, 0);
  });

  it('stays within the flight, and stands after a single picture', () => {
    const clock = new ReplayClock(10 * S, 20 * S, 12 * S);
    clock.seek(0);
    assert.equal(clock.nowUs, 10 * S);
    clock.play();
    clock.stepTo(30 * S);
    assert.deepEqual([clock.nowUs, clock.snapshot().isPlaying], [20 * S, false]);
  });

  it('is drawn ten times a second, not with each picture of the screen', () => {
    const clock = new ReplayClock(0, 100 * S);
    let drawn = 0;
    clock.subscribe(() => {
      drawn += 1;
    });
    clock.play();
    for (let frame = 0; frame < 60; frame += 1) clock.tick(1000 / 60);
    assert.ok(drawn >= 9 && drawn <= 11, `${drawn}`);
  });
});
