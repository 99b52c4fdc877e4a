import { distanceM, type GroundPlace, type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { between, cross, isCrossing, sidesOf } from '@kitestring/station-contract/place/polygon.ts';

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
  const lengthM = sidesOf(corners)
    .slice(0, -1)
    .reduce((sum, [from, to]) => sum + distanceM(between(from, to)), 0);
  const outline = withoutRepeats(corners);
  const isCrossed = isCrossing(outline);
  return { lengthM, isCrossed, areaM2: outline.length < 3 || isCrossed ? undefined : shoelaceArea(outline) };
}

/** Nearer than this two points are one: a button pressed twice, or an area that is closed by its first point. */
const SAME_M = 0.05;

/** A side without a length would meet every other one at its ends. */
const withoutRepeats = (corners: readonly GroundPlace[]): readonly GroundPlace[] =>
  sidesOf(corners)
    .filter(([from, to]) => distanceM(between(from, to)) > SAME_M)
    .map(([from]) => from);

/** Shoelace formula. */
const shoelaceArea = (corners: readonly GroundPlace[]): number =>
  Math.abs(sidesOf(corners).reduce((sum, [from, to]) => sum + cross(from, to), 0)) / 2;
