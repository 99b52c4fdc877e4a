/** The same direction in (-180, 180], degrees. */
export function wrap180(angleDeg: number): number {
  const wrapped = angleDeg - 360 * Math.round(angleDeg / 360);
  return wrapped <= -180 ? wrapped + 360 : wrapped;
}

/** The unwrapped angle nearest to `fromDeg` that points where `directionDeg` does; half a turn goes clockwise. */
export const nearestTurn = (fromDeg: number, directionDeg: number): number => fromDeg + wrap180(directionDeg - fromDeg);
