import { RAD_PER_DEG } from '../angles.ts';

/** Standard errors (1 σ) of what a place is computed from. */
export interface PoseErrors {
  /** Of the azimuth of the ray: heading of the Kite and pan together, degrees. */
  readonly azimuthDeg: number;
  /** Of its angle below the horizon: the gimbal, degrees. */
  readonly depressionDeg: number;
  /** Of the height above the ground that is looked at, metres: barometer, and ground that is not level. */
  readonly heightM: number;
  /** Of the position of the Kite, each way, metres. */
  readonly positionM: number;
}

/** How far off a place may be, metres. */
export interface PlaceError {
  /** 1 σ in the direction of sight. */
  readonly alongM: number;
  /** 1 σ across it. */
  readonly acrossM: number;
  /** Radius of the circle about the place in which it really is nine times of ten (CE90). */
  readonly radiusM: number;
}

/**
 * Error of the place on level ground at depression d below a camera of height h, by first order:
 * along² = (h / sin²d · σd)² + (σh / tan d)² + σp², across² = (h / tan d · σa)² + σp². Compared with a Monte Carlo run by
 * a test; from three σd above the horizon on it is good to a tenth.
 */
export function placeErrorOf(heightM: number, depressionDeg: number, errors: PoseErrors): PlaceError {
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

/** Radius that holds 90 % of an elliptical normal distribution, in larger half axes, at ratios 0, 0.1 … 1 of the two. */
const CE90_FACTORS = [1.645, 1.65, 1.665, 1.692, 1.738, 1.794, 1.858, 1.927, 1.999, 2.074, 2.146] as const;

function factorAt(ratio: number): number {
  const at = ratio * 10;
  const index = Math.min(9, Math.floor(at));
  const [low = 0, high = 0] = CE90_FACTORS.slice(index, index + 2);
  return low + (high - low) * (at - index);
}
