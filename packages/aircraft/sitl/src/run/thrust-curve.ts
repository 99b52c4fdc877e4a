/**
 * Share of the maximum thrust that a motor gives at a throttle from 0 to 1, by the curve that an autopilot assumes: a
 * mix of a straight line and a square. @param squareShare 0 linear, 1 square: ArduPilot's MOT_THST_EXPO, PX4's THR_MDL_FAC
 */
export function thrustShare(throttle: number, squareShare: number): number {
  const between = throttle > 0 ? Math.min(1, throttle) : 0;
  return (1 - squareShare) * between + squareShare * between * between;
}
