/** A turn of the Kite that is under way. Headings and azimuths are degrees without wrapping. */
export interface Turn {
  readonly kind: 'ToAngle' | 'AtRate' | 'Stop';
  readonly fromDeg: number;
  /** Heading at its end. */
  readonly toDeg: number;
  /** Where the camera points at its end. */
  readonly azimuthDeg: number;
  /** Azimuth of the camera from the nose, before the turn. */
  readonly offsetDeg: number;
  /** Absent: as fast as the autopilot turns by itself. */
  readonly rateDps?: number;
  readonly beganUs: number;
  /** How often the Kite was turned a little more, because the camera pointed beside the target. */
  readonly corrections: number;
}

/** Half a turn has no shorter way: each order goes less than that. */
const STEP_DEG = 120;
/** In a turn at a rate: how far ahead of the present set point each order is. After the loss of the link it ends there. */
const AHEAD_S = { whole: 3, slewed: 0.7 };
export const MOVE_WITHIN_US = 4_000_000;
/** An order is answered, or given up, by then; it goes out again meanwhile. */
const ENDED_WITHIN_US = 6_000_000;
const BEGUN_DEG = 2;

/** Heading to be ordered now. @param isSlewed the autopilot has one rate only, so that others are made of small turns */
export function setPoint(
  { beganUs, fromDeg, rateDps, toDeg }: Turn,
  headingDeg: number,
  nowUs: number,
  isSlewed: boolean,
): number {
  // The end itself, not a sum that is nearly that: the last order is known by it.
  const towards = (fromDegNow: number, most: number) =>
    Math.abs(toDeg - fromDegNow) <= most ? toDeg : fromDegNow + Math.sign(toDeg - fromDegNow) * most;
  const nearestDeg = towards(headingDeg, STEP_DEG);
  if (rateDps === undefined) return nearestDeg;
  const aheadS = isSlewed ? AHEAD_S.slewed : AHEAD_S.whole;
  const dueDeg = towards(fromDeg, rateDps * ((nowUs - beganUs) / 1e6 + aheadS));
  return Math.abs(dueDeg - headingDeg) < Math.abs(nearestDeg - headingDeg) ? dueDeg : nearestDeg;
}

/**
 * Ordered, and nothing moves. A stop, and a correction, need not move.
 * @param endedUs when the last order was answered; undefined before
 */
export function hasNotBegun(turn: Turn, headingDeg: number, endedUs: number | undefined, nowUs: number): boolean {
  const { beganUs, corrections, fromDeg, kind, toDeg } = turn;
  const isLong = kind !== 'Stop' && corrections === 0 && Math.abs(toDeg - fromDeg) > 2 * BEGUN_DEG;
  const doneDeg = (headingDeg - fromDeg) * Math.sign(toDeg - fromDeg);
  const fromUs = endedUs ?? beganUs + ENDED_WITHIN_US;
  return isLong && doneDeg < BEGUN_DEG && nowUs - fromUs > MOVE_WITHIN_US;
}

/** How far the camera, or the nose where it does not tell its azimuth, is from where it is to point. */
export const offBy = ({ azimuthDeg, toDeg }: Turn, headingDeg: number, pointsAtDeg: number | undefined): number =>
  pointsAtDeg === undefined ? toDeg - headingDeg : azimuthDeg - pointsAtDeg;
