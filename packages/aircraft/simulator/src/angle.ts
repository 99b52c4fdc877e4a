export { DEG_PER_RAD, RAD_PER_DEG } from '@kitestring/base/angles.ts';

/** The same direction in [0, 360), degrees. */
export function wrap360(angleDeg: number): number {
  const wrapped = angleDeg % 360;
  const positive = wrapped < 0 ? wrapped + 360 : wrapped;
  // A tiny negative angle plus 360 rounds to 360 itself; -0 is replaced by 0.
  return positive >= 360 ? 0 : positive + 0;
}

/** The same direction in (-180, 180], degrees. */
export function wrap180(angleDeg: number): number {
  const wrapped = wrap360(angleDeg);
  return wrapped > 180 ? wrapped - 360 : wrapped;
}

/** The unwrapped angle nearest to `nearDeg` in the direction `directionDeg`; half a turn counts as clockwise. */
export const nearestTurn = (nearDeg: number, directionDeg: number): number => nearDeg + wrap180(directionDeg - nearDeg);
