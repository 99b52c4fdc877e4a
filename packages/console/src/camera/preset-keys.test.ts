import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CAMERA_PRESET_KEYS,
  type CameraPreset,
  type CameraPresetKey,
} from '@kitestring/contract/station/camera-preset.ts';
import { freeKey, presetOf } from './preset-keys.ts';

const preset = (key: CameraPresetKey): CameraPreset => ({ key, name: `preset ${key}`, pan_ned: 0, tilt_ned: 0 });
const PRESS = { key: '2', hasModifier: false, isRepeated: false, isTyped: false };
const PRESETS = [preset('2'), preset('7')];

describe('a key', () => {
  it('calls the preset of its digit, and no other key does', () => {
    assert.equal(presetOf(PRESS, PRESETS)?.name, 'preset 2');
    for (const key of ['1', '0', 'a', 'F2', '']) assert.equal(presetOf({ ...PRESS, key }, PRESETS), undefined, key);
  });

  it('calls none while something is typed, with a modifier, and while it is held', () => {
    for (const change of [{ isTyped: true }, { hasModifier: true }, { isRepeated: true }]) {
      assert.equal(presetOf({ ...PRESS, ...change }, PRESETS), undefined, JSON.stringify(change));
    }
  });
});

describe('a new preset', () => {
  it('gets the first free digit, and none where all are taken', () => {
    assert.equal(freeKey([]), '1');
    assert.equal(freeKey([preset('1'), preset('3')]), '2');
    assert.equal(freeKey(CAMERA_PRESET_KEYS.map(preset)), undefined);
  });
});
