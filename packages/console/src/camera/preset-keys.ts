import {
  CAMERA_PRESET_KEYS,
  type CameraPreset,
  type CameraPresetKey,
} from '@kitestring/contract/station/camera-preset.ts';

/** A press of a key, as far as it matters here. */
interface KeyPress {
  readonly key: string;
  readonly hasModifier: boolean;
  readonly isRepeated: boolean;
  /** In a field, where a digit is a digit. */
  readonly isTyped: boolean;
}

/** The preset that a key calls; undefined for every other key, and while something is typed. */
export function presetOf(
  { hasModifier, isRepeated, isTyped, key }: KeyPress,
  presets: readonly CameraPreset[],
): CameraPreset | undefined {
  if (hasModifier || isRepeated || isTyped) return undefined;
  return presets.find((preset) => preset.key === key);
}

/** The first digit that is free. */
export const freeKey = (presets: readonly CameraPreset[]): CameraPresetKey | undefined =>
  CAMERA_PRESET_KEYS.find((key) => !presets.some((preset) => preset.key === key));
