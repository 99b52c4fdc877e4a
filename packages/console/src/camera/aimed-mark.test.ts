import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aimedMark } from './aimed-mark.ts';

const VIEW = { panDeg: 350, tiltDeg: 20, rollDeg: 0, horizontalDeg: 80, verticalDeg: 45 };

describe('the mark of where the camera is going', () => {
  it('is on the side to which it turns, over North too', () => {
    const mark = aimedMark(VIEW, { panDeg: 10 });
    assert.ok(mark !== undefined && mark.x > 0.6 && mark.x < 0.8);
    assert.ok((aimedMark(VIEW, { tiltDeg: 30 })?.y ?? 0) > 0.6);
  });

  it('is gone when it has arrived, and when it is out of the picture', () => {
    assert.equal(aimedMark(VIEW, { panDeg: 350.5, tiltDeg: 20.3 }), undefined);
    assert.equal(aimedMark(VIEW, { panDeg: 90 }), undefined);
    assert.equal(aimedMark(VIEW, { panDeg: 170 }), undefined);
  });
});
