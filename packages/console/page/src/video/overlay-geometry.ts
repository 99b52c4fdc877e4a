/** Geometry of the marks over the picture. */

import { nearestTurn, wrap180, wrap360 } from '@kitestring/base/angles.ts';
import { type Aim, type PicturePoint, pointOf, type View } from '@kitestring/station-contract/camera/pinhole.ts';

interface TapeTick {
  /** Unwrapped: continuous when the tape passes North. */
  readonly atDeg: number;
  /** Long ticks have a label. */
  readonly label: string | undefined;
}

const TICK_DEG = 5;
const LABEL_DEG = 30;
const STRIP_EVERY_DEG = 60;

/** Letters of the four points, in the language of the page. */
export type PointLetters = Readonly<Record<'N' | 'E' | 'S' | 'W', string>>;

const POINTS: Readonly<Record<number, keyof PointLetters>> = { 0: 'N', 90: 'E', 180: 'S', 270: 'W' };

/** Ticks of a tape with `spanDeg` around a bearing. @param bearingDeg unwrapped */
export function tapeTicks(bearingDeg: number, spanDeg: number, letters: PointLetters): readonly TapeTick[] {
  const ticks: TapeTick[] = [];
  const first = Math.ceil((bearingDeg - spanDeg / 2) / TICK_DEG);
  const last = Math.floor((bearingDeg + spanDeg / 2) / TICK_DEG);
  for (let index = first; index <= last; index += 1)
    ticks.push({ atDeg: index * TICK_DEG, label: label(index, letters) });
  return ticks;
}

function label(index: number, letters: PointLetters): string | undefined {
  const bearing = wrap360(index * TICK_DEG);
  if (bearing % LABEL_DEG !== 0) return undefined;
  const point = POINTS[bearing];
  return point === undefined ? String(bearing).padStart(3, '0') : letters[point];
}

/** A strip of ticks is drawn around this bearing, and redrawn when the tape reaches the next one. */
export const stripMiddle = (bearingDeg: number): number => Math.round(bearingDeg / STRIP_EVERY_DEG) * STRIP_EVERY_DEG;

interface TapeMark {
  /** From the middle of the tape, degrees, at most half its span. */
  readonly offsetDeg: number;
  /** It is beyond the end of the tape, and drawn at the end. */
  readonly isBeyond: boolean;
}

/** Position of a bearing on the tape; at its end if it is beyond. */
export function tapeMark(centreDeg: number, bearingDeg: number, spanDeg: number): TapeMark {
  const offset = wrap180(bearingDeg - centreDeg);
  const isBeyond = Math.abs(offset) > spanDeg / 2;
  return { offsetDeg: isBeyond ? (Math.sign(offset) * spanDeg) / 2 : offset, isBeyond };
}

/** A line over the whole width of the picture: heights at its left and right edge, 0 top to 1 bottom. */
interface HorizonLine {
  readonly leftY: number;
  readonly rightY: number;
}

/** Position of the horizon; undefined outside the picture. Flat Earth, sufficient at 45 m. */
export function horizonIn(view: View): HorizonLine | undefined {
  const [leftY, rightY] = [-1, 1].map((side) => heightAt(view, side));
  if (leftY === undefined || rightY === undefined) return undefined;
  const isAbove = leftY < 0 && rightY < 0;
  const isBelow = leftY > 1 && rightY > 1;
  return isAbove || isBelow ? undefined : { leftY, rightY };
}

/** Two points of the horizon near the middle give the height of the straight line at an edge. */
function heightAt(view: View, side: number): number | undefined {
  const points = [-1, 1].map((offsetDeg) => pointOf(view, { azimuthDeg: view.panDeg + offsetDeg, depressionDeg: 0 }));
  const [left, right] = points;
  if (left === undefined || right === undefined || Math.abs(right.x - left.x) < 1e-6) return undefined;
  const slope = (right.y - left.y) / (right.x - left.x);
  return left.y + slope * ((side + 1) / 2 - left.x);
}

/** Continues from the previous bearing without a jump at North. */
export const followed = (beforeDeg: number | undefined, bearingDeg: number): number =>
  beforeDeg === undefined ? wrap360(bearingDeg) : nearestTurn(beforeDeg, bearingDeg);

/** Closer to the middle than this it counts as arrived, share of the picture. */
const ARRIVED = 0.015;

/** Future centre of the picture within the current one; undefined when it is reached, or out of view. */
export function aimedMark(
  view: View,
  { panDeg = view.panDeg, tiltDeg = view.tiltDeg }: Partial<Aim>,
): PicturePoint | undefined {
  const point = pointOf(view, { azimuthDeg: panDeg, depressionDeg: tiltDeg });
  if (point === undefined || Math.hypot(point.x - 0.5, point.y - 0.5) < ARRIVED) return undefined;
  return point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1 ? point : undefined;
}
