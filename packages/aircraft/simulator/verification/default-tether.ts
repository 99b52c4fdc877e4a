import { lineWindMps } from '../src/air/wind-profile.ts';
import type { LineInWind } from './oracle/line-in-wind.ts';

/** The tether of the verification cases: unchanged when the product's default changes. */
export const DEFAULT_TETHER = { massPerM: 6.5e-3, diameterM: 2e-3, dragCoefficient: 1.1 } as const;

export const AIR_DENSITY = 1.225;

const WEIGHT_N = 1.2 * 9.80665;
const DRAG_AREA_M2 = 0.02;

/** Drag of a Kite with quadratic drag, newton. */
export const kiteDragN = (windMps: number): number => 0.5 * AIR_DENSITY * DRAG_AREA_M2 * windMps * windMps;

/** The tether of the cases in a wind of this speed 10 m above the ground. @param exponent of its profile */
export const tetherInWind = (lengthM: number, speedMps: number, exponent = 0): LineInWind => ({
  ...DEFAULT_TETHER,
  lengthM,
  airDensity: AIR_DENSITY,
  windMps: (heightM) => lineWindMps(speedMps, heightM, exponent),
});

/** Tilt tangent along the wind and upward thrust of a Kite with this force at the top of its tether. */
export function kitePulling(
  topAlongN: number,
  topUpN: number,
  windMps: number,
): { readonly lean: number; readonly verticalThrustN: number } {
  const verticalThrustN = WEIGHT_N + topUpN;
  return { lean: (topAlongN - kiteDragN(windMps)) / verticalThrustN, verticalThrustN };
}
