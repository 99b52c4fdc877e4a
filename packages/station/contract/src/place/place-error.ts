import { RAD_PER_DEG } from '@kitestring/base/angles.ts';

/** Standard errors (1 σ) of the inputs of a computed position. */
export interface PoseErrors {
  /** Azimuth of the ray: heading of the Kite and pan together, degrees. */
  readonly azimuthDeg: number;
  /** Angle of the ray below the horizon: the gimbal, degrees. */
  readonly depressionDeg: number;
  /** Height above the observed ground, metres: barometer, and ground that is not level. */
  readonly heightM: number;
  /** Position of the Kite, each axis, metres. */
  readonly positionM: number;
}

/** Error of a computed position, metres. */
export interface PlaceError {
  /** 1 σ along the line of sight. */
  readonly alongM: number;
  /** 1 σ across the line of sight. */
  readonly acrossM: number;
  /** Circular error, 90 % (CE90): radius of the circle that contains the true position with a probability of 90 %. */
  readonly radiusM: number;
}

/**
 * Error of the position on level ground at depression d below a camera of height h, to first order: along² = (h / sin²d
 * · σd)² + (σh / tan d)² + σp², across² = (h / tan d · σa)² + σp². A test compares it with a Monte Carlo run; from
 * three σd above the horizon on it is accurate to a tenth.
 */
export function placeError(heightM: number, depressionDeg: number, errors: PoseErrors): PlaceError {
  const d = depressionDeg * RAD_PER_DEG;
  const [sin, tan] = [Math.sin(d), Math.tan(d)];
  const alongM = Math.hypot(
    (heightM / sin ** 2) * errors.depressionDeg * RAD_PER_DEG,
    errors.heightM / tan,
    errors.positionM,
  );
  const acrossM = Math.hypot((heightM / tan) * errors.azimuthDeg * RAD_PER_DEG, errors.positionM);
  const [less, more] = alongM < acrossM ? [alongM, acrossM] : [acrossM, alongM];
  return { alongM, acrossM, radiusM: more * factorAt(more === 0 ? 1 : less / more) };
}

/**
 * Radius that contains 90 % of an elliptical normal distribution, in units of the larger axis, for axis ratios 0, 0.1 …
 * 1.
 */
const CE90_FACTORS = [1.645, 1.65, 1.665, 1.692, 1.738, 1.794, 1.858, 1.927, 1.999, 2.074, 2.146] as const;

function factorAt(ratio: number): number {
  const at = ratio * 10;
  const index = Math.min(9, Math.floor(at));
  const [low = 0, high = 0] = CE90_FACTORS.slice(index, index + 2);
  return low + (high - low) * (at - index);
}
