import {
  CAMERA_PRESET_KEYS,
  type CameraPreset,
  type CameraPresetKey,
} from '@kitestring/station-contract/station/camera-preset.ts';

/** The first unused digit. */
export const freeKey = (presets: readonly CameraPreset[]): CameraPresetKey | undefined =>
  CAMERA_PRESET_KEYS.find((key) => !presets.some((preset) => preset.key === key));
