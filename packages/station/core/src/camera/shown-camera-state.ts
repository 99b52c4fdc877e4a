import { wrap180 } from '@kitestring/base/angles.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { CameraSample } from '../ports/aircraft.ts';

/** Published camera state: while the camera is off, the last known one. */
export function shownCameraState(camera: CameraSample): CameraState {
  return {
    online_state: camera.online ? 'Online' : 'Offline',
    pan_ned: shownAngle(camera.panDeg),
    tilt_ned: shownAngle(camera.tiltDeg),
    roll_ned: shownAngle(camera.rollDeg),
  };
}

/** In (-180, 180] also after rounding. */
export function shownAngle(angleDeg: number): number {
  const rounded = roundTo(wrap180(angleDeg), 2);
  return rounded === -180 ? 180 : rounded;
}
