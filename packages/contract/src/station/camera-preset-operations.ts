import Type from 'typebox';
import { Nothing, operation } from '../operation.ts';
import { CAMERA_PRESET_KEYS, CameraPreset, CameraPresetList, NewCameraPreset } from './camera-preset.ts';
import { STATION_BASE } from './paths.ts';

const ViewParams = Type.Object({
  key: Type.Enum(CAMERA_PRESET_KEYS, { description: 'Digit by which the view is called.', examples: ['1'] }),
});

const FIELDS = { name: 'Staging area', pan_ned: -12.5, tilt_ned: 35, zoom_level: 4 };
const VIEW = { key: '1', ...FIELDS };

export const listCameraPresets = operation({
  base: STATION_BASE,
  access: ['read'],
  id: 'station.camera_presets',
  method: 'GET',
  path: '/camera-presets',
  summary: 'Views of the camera',
  description:
    'Directions that were kept, each under a digit. To go to one, send its angles and its zoom with the published operations of camera and stream.',
  replies: { 200: CameraPresetList },
  errors: [],
  replyExample: { presets: [VIEW] },
});

export const keepCameraPreset = operation({
  base: STATION_BASE,
  access: ['control'],
  id: 'station.camera_presets.keep',
  method: 'POST',
  path: '/camera-presets/{key}',
  summary: 'Keep a view',
  description: 'Keeps a direction under a digit, in place of what was there. It survives a restart.',
  params: ViewParams,
  body: NewCameraPreset,
  bodyRequired: true,
  replies: { 200: CameraPreset },
  errors: ['CONTROL_TAKEN', 'STORE_UNUSABLE'],
  examples: [{ summary: 'As the camera looks now', value: FIELDS }],
  replyExample: VIEW,
});

export const forgetCameraPreset = operation({
  base: STATION_BASE,
  access: ['control'],
  id: 'station.camera_presets.forget',
  method: 'DELETE',
  path: '/camera-presets/{key}',
  summary: 'Forget a view',
  description: 'The digit is free again. Forgetting none changes nothing.',
  params: ViewParams,
  replies: { 204: Nothing },
  errors: ['CONTROL_TAKEN', 'STORE_UNUSABLE'],
});
