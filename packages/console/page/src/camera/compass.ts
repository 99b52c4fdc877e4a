/** The compass rose: bearings and places on it, North up, in a square from -1 to 1. */
import { RAD_PER_DEG, wrap360 } from '@kitestring/base/angles.ts';

interface RosePoint {
  readonly x: number;
  readonly y: number;
}

/** Closer to the middle than this, a position has no bearing. */
const MIDDLE = 0.12;

/** Place at a bearing and a distance from the middle. */
export function rosePoint(bearingDeg: number, distance: number): RosePoint {
  const angle = bearingDeg * RAD_PER_DEG;
  return { x: distance * Math.sin(angle), y: -distance * Math.cos(angle) };
}

/** The bearing of a position; undefined in the middle. */
export function bearingAt({ x, y }: RosePoint): number | undefined {
  if (Math.hypot(x, y) < MIDDLE) return undefined;
  return wrap360(Math.atan2(x, -y) / RAD_PER_DEG);
}

/** Path of the wedge that the camera sees, from the middle. */
export function wedgePath(bearingDeg: number, widthDeg: number, distance: number): string {
  const from = rosePoint(bearingDeg - widthDeg / 2, distance);
  const to = rosePoint(bearingDeg + widthDeg / 2, distance);
  const isLarge = widthDeg > 180 ? 1 : 0;
  return `M0 0L${place(from)}A${distance} ${distance} 0 ${isLarge} 1 ${place(to)}Z`;
}

const place = ({ x, y }: RosePoint): string => `${x.toFixed(4)} ${y.toFixed(4)}`;

/** Bearing after a key; undefined for a key without effect. Steps like those of a slider. */
export function bearingAfterKey(key: string, bearingDeg: number): number | undefined {
  const step = STEPS[key];
  if (step !== undefined) return wrap360(Math.round(bearingDeg) + step);
  return key === 'Home' ? 0 : undefined;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 45,
  PageDown: -45,
};

export const COMPASS_POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
type CompassPoint = (typeof COMPASS_POINTS)[number];

export const compassPoint = (bearingDeg: number): CompassPoint =>
  COMPASS_POINTS[Math.round(wrap360(bearingDeg) / 45) % 8] ?? 'N';
