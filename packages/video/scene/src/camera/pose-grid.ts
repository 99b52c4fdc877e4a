import { DEG_PER_RAD, RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { CameraMotion } from './motion.ts';
import { type CameraPose, LOWEST_UP_M } from './pose.ts';

/** From the pose at which a picture is drawn to that of the camera. */
export type PoseOffset = Omit<CameraPose, 'zoom'>;

export const NO_OFFSET: PoseOffset = { eastM: 0, northM: 0, upM: 0, panDeg: 0, tiltDeg: 0, rollDeg: 0 };

const AXES = ['eastM', 'northM', 'upM', 'panDeg', 'tiltDeg', 'rollDeg'] as const;

/** Angular step of the grid: half of it moves the picture by this number of pixels, which the flow compensates. */
const TURN_PX = 3;
/**
 * Position step of the grid, times focal length by the square of the height, for a view straight down. The flow
 * compensates for the ground, and half of the step displaces objects against it by less than their height in metres
 * times 0.014 px.
 */
const PARALLAX = 0.028;
/** Share of that parallax in views along the ground, where objects are as high as the camera. */
const LEAST_PARALLAX_SHARE = 0.6;
/** A faster camera would not benefit. */
const MOST_PER_S = 10;
/** Maximum displacement of a pixel by the offset of any pose. */
export const OFFSET_REACH_PX = 9;

/** The nearest pose of the grid, and the offset of the camera from it. */
interface GridPose {
  readonly pose: CameraPose;
  readonly offset: PoseOffset;
}

/**
 * The pose at which static objects are drawn for a camera that hardly moves; undefined if it moves. It depends on pose
 * and motion only.
 * @param focalPx focal length; @param heightPx of the picture, pixels
 */
export function gridPose(
  pose: CameraPose,
  motion: CameraMotion,
  focalPx: number,
  heightPx: number,
): GridPose | undefined {
  const upM = Math.max(LOWEST_UP_M, pose.upM);
  const stepM = gridStep((PARALLAX * upM * upM) / (focalPx * parallaxShare(pose.tiltDeg, heightPx / 2 / focalPx)));
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

/** Parallax in the lowest row, where it is greatest, as a share of that straight down: inverse depth of the ground, times the height. */
const parallaxShare = (tiltDeg: number, halfHeight: number): number =>
  Math.max(LEAST_PARALLAX_SHARE, Math.sin(tiltDeg * RAD_PER_DEG) + halfHeight * Math.cos(tiltDeg * RAD_PER_DEG));

/** The next lower power of the root of 2: a step that followed height and zoom would never give the same pose again. */
const gridStep = (most: number): number => 2 ** (Math.floor(2 * Math.log2(most)) / 2);
