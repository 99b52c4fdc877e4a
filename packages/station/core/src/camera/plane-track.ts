import { US_PER_S } from '@kitestring/base/clock.ts';

/** How much of a deviation the place takes over, and its rate: an alpha-beta filter. */
interface Gains {
  readonly alpha: number;
  readonly beta: number;
}

/** Place and motion of something in two dimensions, in any unit: plain data. */
export interface PlaneTrack {
  /** When it was measured last. */
  readonly timeUs: number;
  readonly x: number;
  readonly y: number;
  /** Per second. */
  readonly dx: number;
  readonly dy: number;
}

/** After so long without a measurement its motion is another, seconds. */
const SAME_MOTION_S = 1;

/** After one more measurement; the same after one that is not newer. */
export function measuredTrack(
  before: PlaneTrack | undefined,
  timeUs: number,
  [x, y]: readonly [x: number, y: number],
  { alpha, beta }: Gains,
): PlaneTrack {
  const passedS = before === undefined ? Number.POSITIVE_INFINITY : (timeUs - before.timeUs) / US_PER_S;
  if (before === undefined || passedS > SAME_MOTION_S) return { timeUs, x, y, dx: 0, dy: 0 };
  if (passedS <= 0) return before;
  const offX = x - before.x - before.dx * passedS;
  const offY = y - before.y - before.dy * passedS;
  return {
    timeUs,
    x: x - (1 - alpha) * offX,
    y: y - (1 - alpha) * offY,
    dx: before.dx + (beta * offX) / passedS,
    dy: before.dy + (beta * offY) / passedS,
  };
}

/** Where it is at a time by its motion so far, which is continued for so long. */
export function trackedPlace({ dx, dy, timeUs, x, y }: PlaneTrack, atUs: number, aheadMaxS: number) {
  const aheadS = Math.min(aheadMaxS, Math.max(0, (atUs - timeUs) / US_PER_S));
  return [x + dx * aheadS, y + dy * aheadS] as const;
}
