/** An ordered change of height, and by when it must be seen. */
export interface HeightOrder {
  readonly fromM: number;
  readonly toM: number;
  /** The movement must have begun by then, microseconds. */
  readonly moveByUs: number;
}

/** State of an ordered movement by telemetry. An acknowledgement says nothing: autopilots accept what they then do not do, or do otherwise. */
type HeightMotion =
  | 'Waiting'
  | 'Moving'
  | 'Reached'
  /** Moves away from the target, or far past it. */
  | 'Wrong'
  | 'NotMoving';

/** Below this a difference is the estimate's noise, metres. */
const BEGUN_M = 0.4;
/** A gust moves a Kite by less. */
const WRONG_M = 1;
/** Past the target: an autopilot overshoots by less. */
const PAST_M = 3;
/** Autopilots hold a height to about this; PX4 stays a quarter of a metre off. */
const REACHED_M = 0.5;
/** First movement after an order: motors run up, a trajectory begins. */
export const MOVE_WITHIN_US = 6_000_000;

export function heightMotion({ fromM, moveByUs, toM }: HeightOrder, altitudeM: number, nowUs: number): HeightMotion {
  const direction = Math.sign(toM - fromM);
  const doneM = (altitudeM - fromM) * direction;
  const leftM = (toM - altitudeM) * direction;
  if (Math.abs(toM - altitudeM) <= REACHED_M) return 'Reached';
  if (doneM < -WRONG_M || leftM < -PAST_M) return 'Wrong';
  if (doneM >= BEGUN_M) return 'Moving';
  return nowUs < moveByUs ? 'Waiting' : 'NotMoving';
}
