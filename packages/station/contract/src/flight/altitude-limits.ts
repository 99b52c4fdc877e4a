/**
 * The altitudes that may be commanded. The station judges by these rules, and a client that uses them offers nothing
 * that is refused.
 */

/** Minimum target altitude above `altitude_takeoff`, metres: below it is landing, not flying. */
export const ALTITUDE_CLEARANCE_M = 1;

/** Current bounds of the altitude, metres above the Ground Station. */
export interface AltitudeBounds {
  readonly takeoffM: number;
  readonly hardMaxM: number;
  readonly softMaxM: number;
  /** Applies while there is no good GPS position. */
  readonly gpsMaxM: number;
  readonly hasGoodGps: boolean;
  /** The highest altitude in the present wind. Undefined: not limited by wind. */
  readonly windMaxM?: number | undefined;
  /** Ceiling of a safety descent. Undefined: no safety descent. */
  readonly descentTargetM?: number | undefined;
}

export type CeilingName = 'hard' | 'soft' | 'gps' | 'wind' | 'descent';

export interface Ceiling {
  readonly name: CeilingName;
  readonly altitudeM: number;
  /** The altitude itself is out of range. */
  readonly isStrict: boolean;
  /** Whether the limit applies now; otherwise it is displayed for information. */
  readonly isInForce: boolean;
}

/** The limit that an altitude violates. */
export interface BrokenLimit {
  readonly kind: 'tooLow' | CeilingName;
  readonly limitM: number;
}

/** The ceilings in the order of evaluation, the fixed ones first. */
export function ceilings(bounds: AltitudeBounds): readonly Ceiling[] {
  const { descentTargetM, gpsMaxM, hardMaxM, hasGoodGps, softMaxM, windMaxM } = bounds;
  const strict = { isStrict: true, isInForce: true };
  const reachable = { isStrict: false, isInForce: true };
  return [
    { name: 'hard', altitudeM: hardMaxM, ...strict },
    { name: 'soft', altitudeM: softMaxM, ...strict },
    { name: 'gps', altitudeM: gpsMaxM, ...strict, isInForce: !hasGoodGps },
    ...(windMaxM === undefined ? [] : [{ name: 'wind' as const, altitudeM: windMaxM, ...reachable }]),
    ...(descentTargetM === undefined ? [] : [{ name: 'descent' as const, altitudeM: descentTargetM, ...reachable }]),
  ];
}

export const lowestM = ({ takeoffM }: Pick<AltitudeBounds, 'takeoffM'>): number => takeoffM + ALTITUDE_CLEARANCE_M;

/** Returns the limit that this target altitude violates; undefined if it is permitted. */
export function brokenLimit(altitudeM: number, bounds: AltitudeBounds): BrokenLimit | undefined {
  if (altitudeM < lowestM(bounds)) return { kind: 'tooLow', limitM: lowestM(bounds) };
  const broken = ceilings(bounds).find(
    (ceiling) =>
      ceiling.isInForce && (ceiling.isStrict ? altitudeM >= ceiling.altitudeM : altitudeM > ceiling.altitudeM),
  );
  return broken && { kind: broken.name, limitM: broken.altitudeM };
}

/** Returns the limit that this soft maximum violates; the hard maximum is permitted and means no soft maximum. */
export function brokenBySoftMax(
  altitudeM: number,
  bounds: Pick<AltitudeBounds, 'takeoffM' | 'hardMaxM'>,
): BrokenLimit | undefined {
  if (altitudeM < lowestM(bounds)) return { kind: 'tooLow', limitM: lowestM(bounds) };
  return altitudeM > bounds.hardMaxM ? { kind: 'hard', limitM: bounds.hardMaxM } : undefined;
}
