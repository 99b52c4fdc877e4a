import { wrap180 } from '@kitestring/base/angles.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { CameraSample } from '../ports/aircraft.ts';

/** Published camera state: while the camera is off, the last known one. */
export function shownCameraState({ online, panDeg, rollDeg, tiltDeg }: CameraSample, hasCompass: boolean): CameraState {
  return {
    online_state: online ? 'Online' : 'Offline',
    ...(panDeg !== undefined && hasCompass && { pan_ned: shownAngle(panDeg) }),
    ...(tiltDeg !== undefined && { tilt_ned: shownAngle(tiltDeg) }),
    ...(rollDeg !== undefined && { roll_ned: shownAngle(rollDeg) }),
  };
}

export interface CameraDirection {
  readonly panDeg: number;
  readonly tiltDeg: number;
  readonly rollDeg: number;
}

/** Direction in the world, for maps and metadata; undefined where a part of it is unknown or does not begin at North. */
export function directionOf(camera: CameraSample | undefined, hasCompass: boolean): CameraDirection | undefined {
  const { panDeg, rollDeg, tiltDeg } = camera ?? {};
  const isKnown = hasCompass && panDeg !== undefined && tiltDeg !== undefined && rollDeg !== undefined;
  return isKnown ? { panDeg, tiltDeg, rollDeg } : undefined;
}

/** In (-180, 180] also after rounding. */
export function shownAngle(angleDeg: number): number {
  const rounded = roundTo(wrap180(angleDeg), 2);
  return rounded === -180 ? 180 : rounded;
}
