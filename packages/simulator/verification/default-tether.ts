import { GRAVITY_MPS2 } from '../src/air/atmosphere.ts';
import type { BowedTether, TetherLine } from '../src/tether/tether-statics.ts';

/** The tether of the cases: they stay what they are when the product gets another one. */
export const DEFAULT_TETHER: TetherLine = {
  massPerM: 6.5e-3,
  diameterM: 2e-3,
  dragCoefficient: 1.1,
  stiffnessN: 2e4,
};

/** The closed forms of a tether in wind are those of one that does not stretch. */
export const INEXTENSIBLE_TETHER: TetherLine = { ...DEFAULT_TETHER, stiffnessN: Number.POSITIVE_INFINITY };

const KITE_KG = 1.2;
const DRAG_AREA_M2 = 0.02;

/** What a Kite with quadratic drag needs to hold this tether in this wind: its lean into the wind and its thrust. */
export function kiteHolding(
  shape: BowedTether,
  tensionN: number,
  windMps: number,
): { readonly leanDeg: number; readonly thrustN: number } {
  const topAngle = (shape.topAngleDeg * Math.PI) / 180;
  const dragN = 0.5 * 1.225 * DRAG_AREA_M2 * windMps * windMps;
  const againstWindN = dragN - tensionN * Math.sin(topAngle);
  const upN = KITE_KG * GRAVITY_MPS2 + tensionN * Math.cos(topAngle);
  return { leanDeg: (Math.atan2(againstWindN, upN) * 180) / Math.PI, thrustN: Math.hypot(againstWindN, upN) };
}
