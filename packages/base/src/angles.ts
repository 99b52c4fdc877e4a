export const RAD_PER_DEG = Math.PI / 180;
export const DEG_PER_RAD = 180 / Math.PI;

/** The same direction in (-180, 180], degrees. */
export function wrap180(angleDeg: number): number {
  const wrapped = angleDeg - 360 * Math.round(angleDeg / 360);
  return wrapped <= -180 ? wrapped + 360 : wrapped;
}

/** The same direction in [0, 360), degrees; never exactly 360, which the station refuses. */
export function wrap360(angleDeg: number): number {
  const wrapped = angleDeg - 360 * Math.floor(angleDeg / 360);
  return wrapped >= 360 ? 0 : wrapped;
}

/** The angle nearest to `fromDeg` that points where `directionDeg` does, so that a sequence never jumps by a full turn. */
export const nearestTurn = (fromDeg: number, directionDeg: number): number => fromDeg + wrap180(directionDeg - fromDeg);
