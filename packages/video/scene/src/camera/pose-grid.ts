import { DEG_PER_RAD } from '@kitestring/base/angles.ts';
import type { CameraMotion } from './motion.ts';
import { type CameraPose, LOWEST_UP_M } from './pose.ts';

/** From the pose at which a picture is drawn to that of the camera. */
export type PoseOffset = Omit<CameraPose, 'zoom'>;

export const NO_OFFSET: PoseOffset = { eastM: 0, northM: 0, upM: 0, panDeg: 0, tiltDeg: 0, rollDeg: 0 };

const AXES = ['eastM', 'northM', 'upM', 'panDeg', 'tiltDeg', 'rollDeg'] as const;

/** Angular step of the grid: half of it moves the picture by this number of pixels, which the flow compensates. */
const TURN_PX = 1.5;
/**
 * Position step of the grid, times focal length by the square of the height. The flow compensates for the ground, and
 * half of the step displaces objects against it by less than their height in metres times 0.014 px.
 */
const PARALLAX = 0.028;
/** A faster camera would not benefit. */
const MOST_PER_S = 10;
/** Maximum displacement of a pixel by the offset of any pose. */
export const OFFSET_REACH_PX = 6;

/** The nearest pose of the grid, and the offset of the camera from it. */
interface GridPose {
  readonly pose: CameraPose;
  readonly offset: PoseOffset;
}

/**
 * The pose at which static objects are drawn for a camera that hardly moves; undefined if it moves. It depends on pose
 * and motion only.
 * @param focalPx focal length, pixels
 */
export function gridPose(pose: CameraPose, motion: CameraMotion, focalPx: number): GridPose | undefined {
  const upM = Math.max(LOWEST_UP_M, pose.upM);
  const stepM = gridStep((PARALLAX * upM * upM) / focalPx);
  const stepDeg = gridStep(((2 * TURN_PX) / focalPx) * DEG_PER_RAD);
  const speedMps = Math.hypot(motion.eastMps, motion.northMps, motion.upMps);
  const turnDps = Math.hypot(motion.panDps, motion.tiltDps, motion.rollDps);
  if (speedMps / stepM + turnDps / stepDeg > MOST_PER_S) return undefined;
  const drawn: { -readonly [Axis in keyof CameraPose]: number } = { ...pose, upM };
  const offset = { ...NO_OFFSET };
  for (const axis of AXES) {
    const step = axis.endsWith('M') ? stepM : stepDeg;
    const at = drawn[axis];
    drawn[axis] = Math.round(at / step) * step;
    offset[axis] = at - drawn[axis];
  }
  return { pose: drawn, offset };
}

/** The next lower power of the root of 2: a step that followed height and zoom would never give the same pose again. */
const gridStep = (most: number): number => 2 ** (Math.floor(2 * Math.log2(most)) / 2);
