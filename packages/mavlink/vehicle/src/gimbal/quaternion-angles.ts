import { DEG_PER_RAD } from '@kitestring/base/angles.ts';

/** Pitch and yaw of a quaternion w, x, y, z; NaN for one that orders no angle. */
export function anglesOf([w = Number.NaN, x = Number.NaN, y = Number.NaN, z = Number.NaN]: readonly number[]): {
  readonly pitchDeg: number;
  readonly yawDeg: number;
} {
  return {
    pitchDeg: Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))) * DEG_PER_RAD,
    yawDeg: Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * DEG_PER_RAD,
  };
}
