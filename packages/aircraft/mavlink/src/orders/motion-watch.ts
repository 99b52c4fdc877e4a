/** An ordered change of height, and by when it must be seen. */
export interface HeightOrder {
  readonly fromM: number;
  readonly toM: number;
  /** Way that it still goes on in the other direction when the order arrives. Absent until the order is answered. */
  readonly turnsWithinM?: number;
  /** How far it has come, where its movement was last seen; absent before. */
  readonly markM?: number;
  /** The movement must have begun, or gone on, by then, microseconds. */
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

/** A movement that has stopped on the way, as at a fence. */
export const MOVE_ON_WITHIN_US = 10_000_000;

export function heightMotion(order: HeightOrder, altitudeM: number, nowUs: number): HeightMotion {
  const { fromM, markM = fromM, moveByUs, toM, turnsWithinM } = order;
  const direction = Math.sign(toM - fromM);
  const doneM = (altitudeM - fromM) * direction;
  const leftM = (toM - altitudeM) * direction;
  if (Math.abs(toM - altitudeM) <= REACHED_M) return 'Reached';
  // Until the order is answered it may still be on its way, while an earlier one is carried out.
  const isWrongWay = turnsWithinM !== undefined && doneM < -WRONG_M - turnsWithinM;
  if (isWrongWay || leftM < -PAST_M - (turnsWithinM ?? Number.POSITIVE_INFINITY)) return 'Wrong';
  if ((altitudeM - markM) * direction >= BEGUN_M) return 'Moving';
  return nowUs < moveByUs ? 'Waiting' : 'NotMoving';
}
