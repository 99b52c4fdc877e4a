import type { Aim, PicturePoint, View } from './pinhole.ts';
import { pointOf } from './pinhole.ts';

/** Nearer to the middle than this it has arrived, share of the picture. */
const ARRIVED = 0.015;

/** Where the middle of the picture is to be, in the picture as it is; undefined when it is there, or out of sight. */
export function aimedMark(
  view: View,
  { panDeg = view.panDeg, tiltDeg = view.tiltDeg }: Partial<Aim>,
): PicturePoint | undefined {
  const point = pointOf(view, { azimuthDeg: panDeg, depressionDeg: tiltDeg });
  if (point === undefined || Math.hypot(point.x - 0.5, point.y - 0.5) < ARRIVED) return undefined;
  return point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1 ? point : undefined;
}
