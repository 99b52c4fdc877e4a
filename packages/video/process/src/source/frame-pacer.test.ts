import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FramePacer } from './frame-pacer.ts';

describe('the pace of pictures', () => {
  it('is even whatever a picture takes, as long as it is less than its time', () => {
    const pacer = new FramePacer(20, 1000);
    assert.equal(pacer.dueInMs(1000), 0);
    assert.equal(pacer.tick(1000), 0);
    assert.equal(pacer.dueInMs(1030), 20);
    assert.equal(pacer.tick(1052), 0);
    assert.equal(pacer.dueInMs(1060), 40);
  });

  it('leaves out what is late, and queues nothing', () => {
    const pacer = new FramePacer(20, 1000);
    pacer.tick(1000);
    assert.equal(pacer.dueInMs(1180), 0);
    assert.equal(pacer.tick(1180), 2);
    assert.equal(pacer.dueInMs(1181), 19);
    assert.equal(pacer.tick(1200), 0);
  });

  it('changes its rate without a burst and without a gap', () => {
    const pacer = new FramePacer(10, 0);
    pacer.tick(0);
    pacer.setFramesPerS(20, 40);
    assert.equal(pacer.dueInMs(40), 50);
    pacer.tick(90);
    assert.equal(pacer.dueInMs(90), 50);
    pacer.setFramesPerS(5, 100);
    assert.equal(pacer.dueInMs(100), 40);
    assert.equal(pacer.framesPerS, 5);
  });
});
