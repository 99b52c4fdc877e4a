/** A corner of an area on a plane. */
export interface OutlineCorner {
  readonly x: number;
  readonly y: number;
}

type Cut = readonly [from: OutlineCorner, to: OutlineCorner];

/** Why corners enclose no area that can be hidden; undefined for those that do. @param leastArea in units of the corners */
export function outlineFault(corners: readonly OutlineCorner[], leastArea: number): 'flat' | 'crossing' | undefined {
  const [width, height] = (['x', 'y'] as const).map((axis) => spread(corners.map((corner) => corner[axis])));
  if ((width ?? 0) * (height ?? 0) < leastArea) return 'flat';
  const sides = corners.map((corner, at): Cut => [corner, corners[(at + 1) % corners.length] ?? corner]);
  const isCrossed = sides.some((side, at) =>
    sides.some((other, place) => place > at + 1 && !(at === 0 && place === sides.length - 1) && cross(side, other)),
  );
  if (isCrossed) return 'crossing';
  const doubled = sides.reduce((sum, [from, to]) => sum + from.x * to.y - to.x * from.y, 0);
  return Math.abs(doubled) / 2 < leastArea ? 'flat' : undefined;
}

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** The four corners of a rectangle given by two opposite ones. */
export const rectangle = (one: OutlineCorner, other: OutlineCorner): readonly OutlineCorner[] => [
  one,
  { x: other.x, y: one.y },
  other,
  { x: one.x, y: other.y },
];

function cross([a, b]: Cut, [c, d]: Cut): boolean {
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0 && isNear([a, b], [c, d]);
}

/** For sides in one line: whether they have a part in common. */
function isNear([a, b]: Cut, [c, d]: Cut): boolean {
  const meets = (axis: 'x' | 'y') =>
    Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis])) <=
    Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]));
  return meets('x') && meets('y');
}

/** On which side of a line a point lies. */
const side = (from: OutlineCorner, to: OutlineCorner, point: OutlineCorner): number =>
  Math.sign((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x));
