import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeyFrameGate } from './key-frame-gate.ts';

describe('wishes for key frames', () => {
  it('are one in a second at most, however many there are', () => {
    const gate = new KeyFrameGate();
    let made = 0;
    for (let nowMs = 0; nowMs < 10_000; nowMs += 33) {
      gate.wish('asked', nowMs);
      if (gate.isDue(nowMs)) made += 1;
    }
    assert.equal(made, 10);
  });

  it('are kept until their time', () => {
    const gate = new KeyFrameGate();
    gate.made(1000);
    gate.wish('asked', 1100);
    assert.deepEqual(
      [1101, 1900, 2000, 2001, 5000].map((ms) => gate.isDue(ms)),
      [false, false, true, false, false],
    );
  });

  it('of one that joins are heard sooner', () => {
    const gate = new KeyFrameGate();
    gate.made(1000);
    gate.wish('asked', 1050);
    gate.wish('joined', 1060);
    assert.deepEqual(
      [1100, 1200].map((ms) => gate.isDue(ms)),
      [false, true],
    );
  });

  it('are fulfilled by a key frame that came by itself', () => {
    const gate = new KeyFrameGate();
    gate.made(0);
    gate.wish('asked', 10);
    gate.made(500);
    assert.equal(gate.isDue(1500), false);
  });
});
