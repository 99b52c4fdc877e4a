import type { LineOrder } from '@kitestring/station-core/ports';

/** Movement that an order to a winch must show. Lengths are metres of line that are out. */
export type ExpectedMotion =
  | { readonly expect: 'Travel'; readonly direction: 1 | -1; readonly toM: number; readonly windowUs: number }
  | { readonly expect: 'Rest' };

/** State of an ordered movement by the measured length. An acceptance says nothing: winches accept, and stop on a slack line. */
export type LineMotion =
  | 'Waiting'
  | 'Moving'
  /** It is where it was ordered, or rests as ordered. */
  | 'Done'
  | 'NotMoving'
  /** It moves the other way, or does not stop. */
  | 'Wrong';

/** How far the movement has come. */
export interface LineProgress {
  readonly motion: LineMotion;
  /** Length and time of the last progress. */
  readonly markM: number;
  readonly markUs: number;
}

/** Layers of a spool measure a length with errors of this size. */
const REACHED_M = 0.15;
/** Resolution of usual encoders, and more. */
const PROGRESS_M = 0.05;
/** More than line that stretches. */
const WRONG_M = 0.3;
/** A motor starts, a brake opens, a ramp begins: within this time the line moves. */
const MOVE_WITHIN_US = 5_000_000;
/** A winch that was told to stop has braked by then. */
const REST_WITHIN_US = 4_000_000;
/** It counts as resting after this time without movement. */
const RESTING_US = 1_500_000;
const SLOWEST_MPS = 0.001;

/**
 * Movement that follows from an order. Undefined where none must follow: a winch that keeps a tension moves only with the
 * Kite, and the order may be fulfilled already.
 */
export function expectedMotion(
  order: LineOrder,
  lengthM: number,
  maxLengthM = Number.POSITIVE_INFINITY,
): ExpectedMotion | undefined {
  switch (order.kind) {
    case 'lineStop':
      return { expect: 'Rest' };
    case 'lineTension':
      return undefined;
    case 'lineLength':
      return travel(lengthM, order.lengthM, order.rateMps);
    case 'lineRate':
      if (Math.abs(order.rateMps) < SLOWEST_MPS) return { expect: 'Rest' };
      return travel(lengthM, order.rateMps > 0 ? maxLengthM : 0, order.rateMps);
  }
}

function travel(fromM: number, toM: number, rateMps: number | undefined): ExpectedMotion | undefined {
  if (Math.abs(toM - fromM) <= REACHED_M) return undefined;
  // A slow order must have the time for a movement that can be seen.
  const slowUs = rateMps === undefined ? 0 : (4 * PROGRESS_M * 1e6) / Math.max(SLOWEST_MPS, Math.abs(rateMps));
  return { expect: 'Travel', direction: toM > fromM ? 1 : -1, toM, windowUs: Math.max(MOVE_WITHIN_US, slowUs) };
}

export const motionBegins = (lengthM: number, nowUs: number): LineProgress => ({
  motion: 'Waiting',
  markM: lengthM,
  markUs: nowUs,
});

/**
 * One measurement of an ordered movement.
 *
 *     Waiting, NotMoving --progress--> Moving --no progress for its time--> NotMoving
 *     any --at its end--> Done
 *     any --the other way--> Wrong
 */
export function nextProgress(
  before: LineProgress,
  expected: ExpectedMotion,
  lengthM: number,
  nowUs: number,
): LineProgress {
  return expected.expect === 'Rest'
    ? restProgress(before, lengthM, nowUs)
    : travelProgress(before, expected, lengthM, nowUs);
}

function travelProgress(
  before: LineProgress,
  { direction, toM, windowUs }: Extract<ExpectedMotion, { expect: 'Travel' }>,
  lengthM: number,
  nowUs: number,
): LineProgress {
  const { markM, markUs } = before;
  const doneM = (lengthM - markM) * direction;
  if ((toM - lengthM) * direction <= REACHED_M) return { ...before, motion: 'Done' };
  if (doneM <= -WRONG_M) return { ...before, motion: 'Wrong' };
  if (doneM >= PROGRESS_M) return { motion: 'Moving', markM: lengthM, markUs: nowUs };
  return nowUs - markUs >= windowUs ? { ...before, motion: 'NotMoving' } : before;
}

/** The mark is where the line was when it moved last; `Waiting` began with the order. */
function restProgress(before: LineProgress, lengthM: number, nowUs: number): LineProgress {
  const hasMoved = Math.abs(lengthM - before.markM) >= PROGRESS_M;
  if (!hasMoved) return nowUs - before.markUs >= RESTING_US ? { ...before, motion: 'Done' } : before;
  return { ...before, motion: 'Moving', markM: lengthM, markUs: nowUs };
}

/** A winch that was to rest still moves so long after the order. */
export const isRestOverdue = (orderedUs: number, { motion }: LineProgress, nowUs: number): boolean =>
  motion === 'Moving' && nowUs - orderedUs >= REST_WITHIN_US;
