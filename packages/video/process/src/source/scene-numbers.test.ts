import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCENE } from '../../test/support/still-scene.ts';
import { SceneBoard } from './scene-board.ts';
import { readScene, SCENE_MAX_NUMBERS, sceneNumbers } from './scene-numbers.ts';
import type { SceneState } from './scene-state.ts';

const tone = (frequencyHz: number) => ({ frequencyHz, turns: 0.4, panDeg: 0.1, tiltDeg: 0.2, rollDeg: 0.3 });
const point = (upM: number) => ({ eastM: 1, northM: 2, upM });
const FULL: SceneState = {
  ...SCENE,
  speed: 2,
  reported: { panDeg: 30.1, tiltDeg: 20.1, rollDeg: -0.2 },
  motion: { ...SCENE.motion, eastMps: 0.5, rollDps: -3, vibration: [tone(99), tone(101)] },
  conditions: { ...SCENE.conditions, rainMmph: 4, tether: [point(0), point(10), point(20)] },
};

describe('a scene as numbers', () => {
  it('is the same scene, with rain, tones and tether and without', () => {
    for (const scene of [SCENE, FULL, { ...SCENE, conditions: { ...SCENE.conditions, tether: [] } }]) {
      assert.deepEqual(readScene(sceneNumbers(scene)), scene);
    }
  });

  it('is refused when it has more numbers than there is room for', () => {
    const tether = Array.from({ length: SCENE_MAX_NUMBERS / 3 }, (_, index) => point(index));
    assert.throws(() => sceneNumbers({ ...SCENE, conditions: { ...SCENE.conditions, tether } }), /at most 512 numbers/);
  });

  it('is read from the memory of another thread as it was last written', () => {
    const board = new SceneBoard();
    const reader = new SceneBoard(board.memory);
    assert.equal(reader.read(), undefined);
    for (const scene of [FULL, SCENE, FULL]) {
      board.write(scene);
      assert.deepEqual(reader.read(), scene);
    }
  });
});
