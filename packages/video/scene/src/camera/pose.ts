/** Position, direction and zoom of a camera. */
export interface CameraPose {
  /** From the Ground Station, metres. */
  readonly eastM: number;
  readonly northM: number;
  /** Above the ground at the Ground Station. */
  readonly upM: number;
  /** Azimuth of the optical axis, degrees clockwise from North. */
  readonly panDeg: number;
  /** Angle of the optical axis below the horizon, degrees: 90 is straight down. */
  readonly tiltDeg: number;
  /** About the optical axis, degrees, positive clockwise as seen from behind the camera. */
  readonly rollDeg: number;
  /** 1 is the bare lens. */
  readonly zoom: number;
}

/** Lowest height of the camera: it is never below the ground. */
export const LOWEST_UP_M = 0.3;

const FIELDS = ['eastM', 'northM', 'upM', 'panDeg', 'tiltDeg', 'rollDeg', 'zoom'] as const;

/** @throws RangeError naming the field that is not a finite number, or a zoom that is not positive */
export function assertPose(pose: CameraPose): void {
  for (const field of FIELDS) {
    if (!Number.isFinite(pose[field])) throw new RangeError(`${field} of the pose must be finite, got ${pose[field]}`);
  }
  if (pose.zoom <= 0) throw new RangeError(`zoom of the pose must be greater than 0, got ${pose.zoom}`);
}
