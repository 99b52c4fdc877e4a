import type { CameraInfo, CameraModel } from '@kitestring/contract/camera/camera-info.ts';

/**
 * Range and speed of each payload: degrees, degrees per second. Source: published figures of the 2nd Generation; the
 * 1st Generation is assumed to be equal.
 */
const GIMBAL = {
  pan_speed_min: 2,
  pan_speed_max: 25,
  tilt_speed_min: 2,
  tilt_speed_max: 25,
  tilt_min: -11,
  tilt_max: 80,
  roll_min: 0,
  roll_max: 0,
} as const satisfies CameraInfo;

type CameraFigures = Required<CameraInfo>;

export const cameraFigures = (model: CameraModel): CameraFigures => ({ model, ...GIMBAL });
