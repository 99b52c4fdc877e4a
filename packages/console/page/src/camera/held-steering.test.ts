import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { CameraControl } from './camera-control.ts';
import { HeldSteering, KEY_WAYS } from './held-steering.ts';
import type { Speed } from './speed.ts';

function make(fieldOfViewDeg = 95) {
  const clock = new TestClock();
  const sent: Speed[] = [];
  const control = new CameraControl(
    { turnTo: async () => {}, turnAt: async (speed) => sent.push(speed), zoomTo: async () => {} },
    clock,
  );
  const keys = new HeldSteering({ control, input: 'keys', clock, fieldOfViewDeg: () => fieldOfViewDeg });
  const hold = (key: string) => keys.hold(key, KEY_WAYS[key] ?? { right: 0, down: 0 });
  return { clock, hold, keys, sent };
}

describe('steering by what is held', () => {
  it('begins slowly and comes to full speed', async () => {
    const { clock, hold, sent } = make();
    hold('ArrowRight');
    await clock.advance(3000);
    assert.deepEqual(sent[0], { panDps: 6.3, tiltDps: 0 });
    assert.deepEqual(sent.at(-1), { panDps: 25, tiltDps: 0 });
    const speeds = sent.map(({ panDps }) => panDps);
    assert.deepEqual(
      speeds,
      speeds.toSorted((a, b) => a - b),
    );
  });

  it('is slow in a narrow picture', async () => {
    const { clock, hold, sent } = make(6);
    hold('ArrowUp');
    await clock.advance(3000);
    assert.deepEqual(sent.at(-1), { panDps: 0, tiltDps: -2.4 });
  });

  it('stops when the last key is let go, and turns both axes while two are held', async () => {
    const { clock, hold, keys, sent } = make();
    hold('ArrowLeft');
    hold('ArrowLeft');
    await clock.advance(1500);
    hold('ArrowDown');
    await clock.advance(300);
    assert.deepEqual(sent.at(-1), { panDps: -25, tiltDps: 25 });
    keys.letGo('ArrowLeft');
    await clock.advance(300);
    assert.deepEqual(sent.at(-1), { panDps: 0, tiltDps: 25 });
    keys.letGo('ArrowDown');
    await clock.advance(3000);
    assert.deepEqual(sent.at(-1), { panDps: 0, tiltDps: 0 });
  });

  it('stops when everything is let go at once', async () => {
    const { clock, hold, keys, sent } = make();
    hold('ArrowLeft');
    await clock.advance(500);
    keys.letGoAll();
    const count = sent.length;
    await clock.advance(3000);
    assert.deepEqual(sent.slice(count), [{ panDps: 0, tiltDps: 0 }]);
  });
});
