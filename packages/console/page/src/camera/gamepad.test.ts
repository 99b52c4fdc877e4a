import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gamepadWish } from './gamepad.ts';

const pad = (axes: readonly number[], triggers: readonly [number, number] = [0, 0]) => ({
  connected: true,
  axes,
  buttons: [...Array.from({ length: 6 }, () => ({ value: 0 })), { value: triggers[0] }, { value: triggers[1] }],
});

describe('a gamepad', () => {
  it('turns with either stick', () => {
    assert.deepEqual(gamepadWish(pad([1, 0, 0, 0])).way, { right: 1, down: 0 });
    assert.deepEqual(gamepadWish(pad([0.05, 0.02, 0, -1])).way, { right: 0, down: -1 });
  });

  it('rests with sticks and triggers that are not quite at zero', () => {
    assert.deepEqual(gamepadWish(pad([0.1, 0.05, -0.08, 0], [0.03, 0.05])), {
      way: { right: 0, down: 0 },
      closer: 0,
      further: 0,
    });
  });

  it('zooms in with the right trigger and out with the left one', () => {
    assert.equal(gamepadWish(pad([0, 0, 0, 0], [0, 0.8])).closer, 0.8);
    assert.equal(gamepadWish(pad([0, 0, 0, 0], [0.4, 0])).further, 0.4);
  });

  it('does nothing when it has neither', () => {
    assert.deepEqual(gamepadWish({ connected: true, axes: [], buttons: [] }).closer, 0);
  });
});
