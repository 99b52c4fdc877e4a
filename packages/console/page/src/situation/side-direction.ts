import { RAD_PER_DEG, wrap360 } from '@kitestring/base/angles.ts';
import { bearingDeg, distanceM, type GroundPlace } from '@kitestring/station-contract/place/geo.ts';

/** Below this distance the direction of the Kite is mostly the error of two GPS receivers, metres. */
const CLEAR_OFFSET_M = 1;

/**
 * The direction to the right in the side view: downwind, so that the picture leans like the tether; with unknown wind
 * towards the Kite, or East while it is right above.
 */
export function sideDirectionDeg(windFromDeg: number | undefined, kite: GroundPlace): number {
  if (windFromDeg !== undefined) return wrap360(windFromDeg + 180);
  if (distanceM(kite) < CLEAR_OFFSET_M) return 90;
  return bearingDeg(kite);
}

/** Horizontal coordinate of a position in a side view along `directionDeg`, metres. */
export const alongM = ({ eastM, northM }: GroundPlace, directionDeg: number): number =>
  eastM * Math.sin(directionDeg * RAD_PER_DEG) + northM * Math.cos(directionDeg * RAD_PER_DEG);
