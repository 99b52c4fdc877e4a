import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { GroundPlace } from '@kitestring/station-contract/place/geo.ts';

/** Position and direction of a camera. Angles in degrees, NED: pan clockwise from North, tilt down from level. */
export interface ViewPose {
  readonly at: GroundPlace;
  readonly heightM: number;
  readonly panDeg: number;
  readonly tiltDeg: number;
  /** About the optical axis, positive clockwise as seen from behind the camera. */
  readonly rollDeg: number;
  readonly fovHorizontalDeg: number;
  readonly fovVerticalDeg: number;
}

export interface Footprint {
  /** Corners of the visible part of level ground at the height of the station; fewer than three if there is none. */
  readonly corners: readonly GroundPlace[];
  /** It reaches to the horizon, where it is clipped. */
  readonly isCut: boolean;
  /** Intersection of the optical axis with the ground; undefined if there is none, or beyond the limit. */
  readonly center: GroundPlace | undefined;
}

type Vector = readonly [east: number, north: number, down: number];

/**
 * Footprint of the camera on the ground. Rays that meet it farther than `farM` from below the camera, or never, are
 * clipped there: near the horizon a pixel covers kilometres.
 */
export function footprint(pose: ViewPose, farM: number): Footprint {
  const right = Math.tan((pose.fovHorizontalDeg / 2) * RAD_PER_DEG);
  const down = Math.tan((pose.fovVerticalDeg / 2) * RAD_PER_DEG);
  const toWorld = rotation(pose);
  const rays = (
    [
      [-right, -down],
      [right, -down],
      [right, down],
      [-right, down],
    ] as const
  ).map(([x, y]) => toWorld(x, y));
  // A ray that meets the ground at `farM` descends by this share of its horizontal distance.
  const slope = pose.heightM / farM;
  const cut = clip(rays, (ray) => ray[2] - slope * Math.hypot(ray[0], ray[1]));
  const hit = ([east, north, downwards]: Vector): GroundPlace => ({
    eastM: pose.at.eastM + (east / downwards) * pose.heightM,
    northM: pose.at.northM + (north / downwards) * pose.heightM,
  });
  const axis = toWorld(0, 0);
  const isAxisOnGround = axis[2] > slope * Math.hypot(axis[0], axis[1]);
  return {
    corners: pose.heightM > 0 ? cut.polygon.map(hit) : [],
    isCut: cut.isCut,
    center: isAxisOnGround && pose.heightM > 0 ? hit(axis) : undefined,
  };
}

/** Turns a ray of the picture (right, down, at distance 1 ahead) into east, north, down. */
function rotation({ panDeg, rollDeg, tiltDeg }: ViewPose): (x: number, y: number) => Vector {
  const [sinPan, cosPan] = [Math.sin(panDeg * RAD_PER_DEG), Math.cos(panDeg * RAD_PER_DEG)];
  const [sinTilt, cosTilt] = [Math.sin(tiltDeg * RAD_PER_DEG), Math.cos(tiltDeg * RAD_PER_DEG)];
  const [sinRoll, cosRoll] = [Math.sin(rollDeg * RAD_PER_DEG), Math.cos(rollDeg * RAD_PER_DEG)];
  return (x, y) => {
    const right = x * cosRoll - y * sinRoll;
    const below = x * sinRoll + y * cosRoll;
    const ahead = cosTilt - below * sinTilt;
    const down = sinTilt + below * cosTilt;
    return [ahead * sinPan + right * cosPan, ahead * cosPan - right * sinPan, down];
  };
}

/** Number of segments along the clipping arc. */
const ARC_PIECES = 16;

/**
 * The part of a polygon of rays where `inside` is positive (Sutherland and Hodgman, one edge); the clipped edge becomes
 * an arc of constant distance.
 */
function clip(rays: readonly Vector[], inside: (ray: Vector) => number): { polygon: Vector[]; isCut: boolean } {
  const fine = rays.flatMap((ray, index) => split(ray, rays[(index + 1) % rays.length] as Vector));
  const polygon: Vector[] = [];
  let isCut = false;
  fine.forEach((ray, index) => {
    const next = fine[(index + 1) % fine.length] as Vector;
    const [here, there] = [inside(ray), inside(next)];
    if (here > 0) polygon.push(ray);
    if (here > 0 !== there > 0) polygon.push(crossing(ray, next, inside));
    if (here <= 0) isCut = true;
  });
  return { polygon: isCut ? withArc(polygon, inside) : polygon, isCut };
}

function split(from: Vector, to: Vector): Vector[] {
  return Array.from({ length: ARC_PIECES }, (_, index) => between(from, to, index / ARC_PIECES));
}

const between = (from: Vector, to: Vector, share: number): Vector => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** Zero of `inside` between two rays; by bisection, since it is not linear. */
function crossing(from: Vector, to: Vector, inside: (ray: Vector) => number): Vector {
  let [low, high] = inside(from) > 0 ? [0, 1] : [1, 0];
  for (let turn = 0; turn < 40; turn += 1) {
    const middle = (low + high) / 2;
    if (inside(between(from, to, middle)) > 0) low = middle;
    else high = middle;
  }
  return between(from, to, low);
}

/** Inserts rays of the limiting distance between the two ends of the cut, which are neighbours in the polygon. */
function withArc(polygon: readonly Vector[], inside: (ray: Vector) => number): Vector[] {
  return polygon.flatMap((ray, index) => {
    const next = polygon[(index + 1) % polygon.length] as Vector;
    const isCutEdge = isAtLimit(ray, inside) && isAtLimit(next, inside);
    if (!isCutEdge) return [ray];
    return split(ray, next).map((piece) => lifted(piece, inside));
  });
}

const isAtLimit = (ray: Vector, inside: (ray: Vector) => number) => Math.abs(inside(ray)) < 1e-6;

/** The ray in the same direction over ground that is just at the limit. */
function lifted(ray: Vector, inside: (ray: Vector) => number): Vector {
  const needed = ray[2] - inside(ray);
  return [ray[0], ray[1], needed];
}
