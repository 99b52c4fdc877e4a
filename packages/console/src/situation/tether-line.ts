import { RAD_PER_DEG, wrap360 } from '@kitestring/contract/angles.ts';
import { bearingDeg, distanceM, type GroundPlace } from '@kitestring/contract/place/geo.ts';
import type { Deck } from './situation.ts';

/** A point in the air, metres from where the tether leaves the Ground Station. */
export interface AirPlace extends GroundPlace {
  readonly upM: number;
}

export interface TetherLine {
  readonly points: readonly AirPlace[];
  /** Drawn as a straight line, because its shape is unknown. */
  readonly isEstimated: boolean;
}

/**
 * The tether up to where telemetry says the Kite is. A shape that was asked for a moment ago is moved along, each point by
 * its share of the way, so that it always ends at the Kite and begins at the deck.
 * @param deckUpM of the station against its place in still water
 */
export function tetherTo(kite: AirPlace, shape: readonly AirPlace[] | undefined, deckUpM = 0): TetherLine {
  const end = shape?.at(-1);
  if (shape === undefined || end === undefined || shape.length < 2) {
    return { points: [{ eastM: 0, northM: 0, upM: deckUpM }, kite], isEstimated: true };
  }
  const last = shape.length - 1;
  const points = shape.map(({ eastM, northM, upM }, index) => {
    const share = index / last;
    return {
      eastM: eastM + (kite.eastM - end.eastM) * share,
      northM: northM + (kite.northM - end.northM) * share,
      upM: upM + deckUpM + (kite.upM - end.upM - deckUpM) * share,
    };
  });
  return { points, isEstimated: false };
}

/** Below this the direction of the Kite is mostly the error of two GPS receivers, metres. */
const CLEAR_OFFSET_M = 1;

/**
 * The direction that the side view shows to the right: downwind, so that the picture leans as the tether does; where the
 * wind is not known, to the Kite, or East while it stands right above.
 */
export function sideDirectionDeg(windFromDeg: number | undefined, kite: GroundPlace): number {
  if (windFromDeg !== undefined) return wrap360(windFromDeg + 180);
  if (distanceM(kite) < CLEAR_OFFSET_M) return 90;
  return bearingDeg(kite);
}

/** Tilt of a deck to the right in a side view that shows `directionDeg` there, degrees. */
export function deckTiltDeg({ headingDeg, pitchDeg, rollDeg }: Deck, directionDeg: number): number {
  const off = (directionDeg - headingDeg) * RAD_PER_DEG;
  return rollDeg * Math.sin(off) - pitchDeg * Math.cos(off);
}

/** Horizontal coordinate of a position in a side view along `directionDeg`, metres. */
export const alongM = ({ eastM, northM }: GroundPlace, directionDeg: number): number =>
  eastM * Math.sin(directionDeg * RAD_PER_DEG) + northM * Math.cos(directionDeg * RAD_PER_DEG);
