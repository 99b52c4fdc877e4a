import { DEG_PER_RAD } from '@kitestring/contract/angles.ts';
import type { CameraMotion } from './motion.ts';
import { type CameraPose, LOWEST_UP_M } from './pose.ts';

/** From the pose at which a picture is drawn to that of the camera. */
export type PoseOffset = Omit<CameraPose, 'zoom'>;

export const NO_OFFSET: PoseOffset = { eastM: 0, northM: 0, upM: 0, panDeg: 0, tiltDeg: 0, rollDeg: 0 };

const AXES = ['eastM', 'northM', 'upM', 'panDeg', 'tiltDeg', 'rollDeg'] as const;

/** Step of the grid in angles: half of it moves the picture by so many pixels, which the flow follows. */
const TURN_PX = 1.5;
/**
 * Step of the grid in place, times focal length by the square of the height: the flow follows the ground, and half of it
 * moves what stands on the ground against it by less than its height in metres times 0.01 px.
 */
const PARALLAX = 0.02;
/** A camera that passes more points of the grid in a second gains too little. */
const MOST_PER_S = 10;
/** A shift by the offset of any pose moves no pixel by more. */
export const OFFSET_REACH_PX = 6;

/** The nearest pose of the grid, and how far the camera is from it. */
interface GridPose {
  readonly pose: CameraPose;
  readonly offset: PoseOffset;
}

/**
 * The point of the grid at which what stands still is drawn for a camera that hardly moves; undefined for one that does.
 * It follows from pose and motion alone. @param focalPx focal length, pixels
 */
export function gridPoseOf(pose: CameraPose, motion: CameraMotion, focalPx: number): GridPose | undefined {
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
