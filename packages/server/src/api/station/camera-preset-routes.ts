import {
  forgetCameraPreset,
  keepCameraPreset,
  listCameraPresets,
} from '@kitestring/contract/station/camera-preset-operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';

/** Views of the camera. */
export const cameraPresetRoutes = ({ cameraPresets }: Pick<Station, 'cameraPresets'>): readonly Route[] => [
  route(listCameraPresets, () => ok({ presets: cameraPresets.list() })),
  route(keepCameraPreset, ({ body, caller, params: { key } }) => cameraPresets.keep(caller, key, body)),
  route(forgetCameraPreset, ({ caller, params: { key } }) => cameraPresets.forget(caller, key)),
];
