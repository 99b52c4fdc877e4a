import Type from 'typebox';
import { operation } from '../operation.ts';
import { OneOf } from '../schema.ts';
import { CAMERA_PRESET_KEYS, CameraPreset, CameraPresetList, NewCameraPreset } from './camera-preset.ts';
import { CONTROLS, READS } from './paths.ts';

const ViewParams = Type.Object({
  key: OneOf(CAMERA_PRESET_KEYS, 'Digit key of the preset.', '1'),
});

const FIELDS = { name: 'Staging area', pan_ned: -12.5, tilt_ned: 35, zoom_level: 4 };
const VIEW = { key: '1', ...FIELDS };

export const listCameraPresets = operation({
  ...READS,
  id: 'station.camera_presets',
  path: '/camera-presets',
  summary: 'Camera presets',
  description:
    'Stored camera directions, each under a digit. To recall one, send its angles and zoom with the published operations of camera and stream.',
  replies: { 200: CameraPresetList },
  replyExample: { presets: [VIEW] },
});

export const keepCameraPreset = operation({
  ...CONTROLS,
  id: 'station.camera_presets.keep',
  method: 'POST',
  path: '/camera-presets/{key}',
  summary: 'Store a camera preset',
  description: 'Stores a direction under a digit and replaces the previous one. It survives a restart.',
  params: ViewParams,
  body: NewCameraPreset,
  replies: { 200: CameraPreset },
  errors: ['CONTROL_TAKEN', 'STORE_UNUSABLE'],
  examples: [{ summary: 'The current direction', value: FIELDS }],
  replyExample: VIEW,
});

export const forgetCameraPreset = operation({
  ...CONTROLS,
  id: 'station.camera_presets.forget',
  method: 'DELETE',
  path: '/camera-presets/{key}',
  summary: 'Delete a camera preset',
  description: 'Frees the digit. No effect without a preset.',
  params: ViewParams,
  errors: ['CONTROL_TAKEN', 'STORE_UNUSABLE'],
});
