/** Geometry of polygons on level ground. */
import { distanceM, type GroundPlace } from './geo.ts';

type Side = readonly [GroundPlace, GroundPlace];

/** From each corner to the next, the last one back to the first. */
export const sidesOf = (corners: readonly GroundPlace[]): readonly Side[] =>
  corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner]);

export const between = (from: GroundPlace, to: GroundPlace): GroundPlace => ({
  eastM: to.eastM - from.eastM,
  northM: to.northM - from.northM,
});

/** Positive where `to` is anticlockwise of `from`, as vectors. */
export const cross = (from: GroundPlace, to: GroundPlace): number => from.eastM * to.northM - from.northM * to.eastM;

/** Whether two sides that are no neighbours meet: then nothing is clearly inside. */
export function isCrossing(corners: readonly GroundPlace[]): boolean {
  const all = sidesOf(corners);
  return all.some((side, index) =>
    all.some((other, at) => at > index + 1 && !(index === 0 && at === all.length - 1) && doCross(side, other)),
  );
}

function doCross([a, b]: Side, [c, d]: Side): boolean {
  const turn = (from: GroundPlace, to: GroundPlace, point: GroundPlace) =>
    Math.sign(cross(between(from, to), between(from, point)));
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
}

/** Distance from the edge of a polygon around the origin of its corners, metres: negative inside. */
export function beyondEdgeM(corners: readonly GroundPlace[], place: GroundPlace): number {
  const sides = sidesOf(corners);
  const toEdgeM = Math.min(...sides.map((side) => toSideM(side, place)));
  // A ray to the east meets the sides an odd number of times from inside.
  const isInside = sides.filter((side) => isEastOf(side, place)).length % 2 === 1;
  return isInside ? -toEdgeM : toEdgeM;
}

function toSideM([from, to]: Side, place: GroundPlace): number {
  const along = between(from, to);
  const off = between(from, place);
  const lengthM2 = along.eastM ** 2 + along.northM ** 2;
  const dot = off.eastM * along.eastM + off.northM * along.northM;
  const share = lengthM2 === 0 ? 0 : Math.min(1, Math.max(0, dot / lengthM2));
  return distanceM({ eastM: off.eastM - share * along.eastM, northM: off.northM - share * along.northM });
}

function isEastOf([from, to]: Side, { eastM, northM }: GroundPlace): boolean {
  if (from.northM > northM === to.northM > northM) return false;
  const share = (northM - from.northM) / (to.northM - from.northM);
  return from.eastM + share * (to.eastM - from.eastM) > eastM;
}
