import Type, { type Static } from 'typebox';
import { AngleNedDeg, named, OneOf, Quantity, Text } from '../schema.ts';

/** One for each digit key except 0. */
export const CAMERA_PRESET_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
export type CameraPresetKey = (typeof CAMERA_PRESET_KEYS)[number];
export const CAMERA_PRESET_NAME_MAX = 40;

const fields = {
  name: Text(`Name: 1 to ${CAMERA_PRESET_NAME_MAX} characters in one line. Plain text.`, 'Staging area'),
  pan_ned: AngleNedDeg('Azimuth relative to North.', -12.5),
  tilt_ned: AngleNedDeg('Tilt relative to the horizon, positive down.', 35),
  zoom_level: Type.Optional(
    Quantity('Zoom of the stream `zoom`; unchanged when absent.', 4, { minimum: 1, maximum: 200 }),
  ),
};

export const NewCameraPreset = named('NewCameraPreset', 'A camera direction to store.', fields);
export type NewCameraPreset = Static<typeof NewCameraPreset>;

export const CameraPreset = named('CameraPreset', 'A stored camera direction with its digit key.', {
  key: OneOf(CAMERA_PRESET_KEYS, 'Digit key.', '1'),
  ...fields,
});
export type CameraPreset = Static<typeof CameraPreset>;

export const CameraPresetList = named('CameraPresetList', 'Camera presets, by digit.', {
  presets: Type.Array(CameraPreset, { maxItems: CAMERA_PRESET_KEYS.length, description: 'Each of them once' }),
});
