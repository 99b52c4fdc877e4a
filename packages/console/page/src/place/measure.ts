import { distanceM, type GroundPlace, type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';

/** More points than a person sets by hand. */
export const MEASURED_POINTS_MAX = 20;

interface Measured {
  /** Along all points, in the order in which they were set. */
  readonly lengthM: number;
  /** Within them; undefined below three points, and where their lines cross. */
  readonly areaM2: number | undefined;
  readonly isCrossed: boolean;
}

/** Distance along points on the ground, and the area within them, on the plane through the first one. */
export function measured([first, ...others]: readonly LatLon[]): Measured | undefined {
  if (first === undefined || others.length === 0) return undefined;
  const corners = [{ eastM: 0, northM: 0 }, ...others.map((point) => offsetOf(first, point))];
  const lengthM = sides(corners)
    .slice(0, -1)
    .reduce((sum, [from, to]) => sum + distanceM(between(from, to)), 0);
  const isCrossed = isCrossing(corners);
  return { lengthM, isCrossed, areaM2: corners.length < 3 || isCrossed ? undefined : shoelaceArea(corners) };
}

type Side = readonly [GroundPlace, GroundPlace];

/** From each corner to the next, the last one back to the first. */
const sides = (corners: readonly GroundPlace[]): readonly Side[] =>
  corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner]);

const between = (from: GroundPlace, to: GroundPlace): GroundPlace => ({
  eastM: to.eastM - from.eastM,
  northM: to.northM - from.northM,
});

/** Positive where `to` is anticlockwise of `from`, as vectors. */
const cross = (from: GroundPlace, to: GroundPlace): number => from.eastM * to.northM - from.northM * to.eastM;

/** Shoelace formula. */
const shoelaceArea = (corners: readonly GroundPlace[]): number =>
  Math.abs(sides(corners).reduce((sum, [from, to]) => sum + cross(from, to), 0)) / 2;

function isCrossing(corners: readonly GroundPlace[]): boolean {
  const all = sides(corners);
  return all.some((side, index) =>
    all.some((other, at) => at > index + 1 && !(index === 0 && at === all.length - 1) && doCross(side, other)),
  );
}

function doCross([a, b]: Side, [c, d]: Side): boolean {
  const turn = (from: GroundPlace, to: GroundPlace, point: GroundPlace) =>
    Math.sign(cross(between(from, to), between(from, point)));
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
}
