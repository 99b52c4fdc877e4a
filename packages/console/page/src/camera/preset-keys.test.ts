import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CAMERA_PRESET_KEYS,
  type CameraPreset,
  type CameraPresetKey,
} from '@kitestring/station-contract/station/camera-preset.ts';
import { freeKey } from './preset-keys.ts';

const preset = (key: CameraPresetKey): CameraPreset => ({ key, name: `preset ${key}`, pan_ned: 0, tilt_ned: 0 });

describe('a new preset', () => {
  it('gets the first free digit, and none where all are taken', () => {
    assert.equal(freeKey([]), '1');
    assert.equal(freeKey([preset('1'), preset('3')]), '2');
    assert.equal(freeKey(CAMERA_PRESET_KEYS.map(preset)), undefined);
  });
});
