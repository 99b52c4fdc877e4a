import type { SimulatorParameters } from '../parameters.ts';

/** Air flow at a rotor, in the rotor's own axes. */
export interface RotorAirflow {
  /** In the plane of the disc, m/s, at least 0. */
  readonly acrossMps: number;
  /** Through the disc against the thrust, m/s: positive in a climb and where the disc tilts into the wind. */
  readonly throughMps: number;
  /** Height of the disc above the ground, metres. */
  readonly aboveGroundM: number;
}

/**
 * Descent rate divided by induced speed at hover beyond which the air flows up through the disc: windmill brake state.
 */
const WINDMILL = -2;
/**
 * k1 to k4 of Leishman's quartic fit of measured induced speeds in a vertical descent, down to twice the induced speed
 * at hover (Principles of Helicopter Aerodynamics, chapter 2: v / vh = 0.974 - 1.125 x - 1.372 x^2 - 1.718 x^3 - 0.655
 * x^4). His constant is replaced by 1: a hover is that of momentum theory.
 */
const DESCENT = [-1.125, -1.372, -1.718, -0.655] as const;
/**
 * Speed across the disc, relative to the induced speed at hover, from which on no vortex ring forms (Johnson,
 * NASA/TP-2005-213477).
 */
const RING_ENDS_ACROSS = 0.95;
/** Newton's method reaches rounding after five steps from any of our starting points. */
const ITERATIONS = 6;
const SOLVED = 1e-12;

/** Below this a rotor counts as standing. */
const NO_WASH_N = 1e-9;

/** Power of one ideal rotor at hover, watt: momentum theory. */
export const inducedPowerW = (thrustN: number, airDensity: number, radiusM: number): number =>
  thrustN * inducedSpeedMps(thrustN, airDensity, radiusM);

/** Induced speed of one rotor at hover, m/s: momentum theory. */
const inducedSpeedMps = (thrustN: number, airDensity: number, radiusM: number): number =>
  Math.sqrt(thrustN / (2 * airDensity * Math.PI * radiusM * radiusM));

/**
 * Induced speed in flight, relative to that at hover: Glauert's momentum theory, with the vortex ring's contribution
 * in a descent.
 * @param across, through air speeds as in `RotorAirflow`, relative to the induced speed at hover
 */
export function inducedShare(across: number, through: number): number {
  const calm = glauertShare(across, through);
  const ring = 1 - (across * across) / (RING_ENDS_ACROSS * RING_ENDS_ACROSS);
  if (through >= 0 || through <= WINDMILL || ring <= 0) return calm;
  return calm + ring * (descentShare(through) - glauertShare(0, through));
}

/**
 * Solves v^2 ((through + v)^2 + across^2) = 1 for the flow that continues downwards, or, in a fast descent, upwards.
 */
function glauertShare(across: number, through: number): number {
  // Both start at or above the root: the axial flow, and a wind so strong that the rest is negligible.
  const axial =
    through <= WINDMILL
      ? 2 / (-through + Math.sqrt(through * through - 4))
      : -through / 2 + Math.sqrt((through * through) / 4 + 1);
  let share = across > 0 ? Math.min(axial, 1 / across) : axial;
  for (let index = 0; index < ITERATIONS; index += 1) {
    const down = through + share;
    const flow = down * down + across * across;
    const error = share * share * flow - 1;
    // From above, the root cannot be missed, but where two roots meet the slope vanishes.
    if (error < SOLVED) break;
    share -= error / (2 * share * flow + 2 * share * share * down);
  }
  return share;
}

const descentShare = (through: number): number => {
  const [k1, k2, k3, k4] = DESCENT;
  return 1 + through * (k1 + through * (k2 + through * (k3 + through * k4)));
};

/** Share of the induced speed that remains in ground effect: Cheeseman and Bennett 1955. */
export function groundShare(aboveGroundM: number, radiusM: number): number {
  const ratio = radiusM / (4 * Math.max(aboveGroundM, radiusM / 2));
  return 1 - ratio * ratio;
}

/** Power of rotors of one type, by the air flow at them. */
export class RotorPower {
  readonly #rotor: SimulatorParameters['rotor'];
  /** Last rotor: wash in its disc, m/s, and electrical power, watt. */
  washMps = 0;
  electricalW = 0;

  constructor(rotor: SimulatorParameters['rotor']) {
    this.#rotor = rotor;
  }

  /**
   * One rotor at this thrust. Profile power stays that of hover; a disc that tilts into the wind also does work
   * against drag; nothing is recovered in a descent.
   */
  update(thrustN: number, airDensity: number, air: RotorAirflow): void {
    const { radiusM, efficiency, figureOfMerit } = this.#rotor;
    this.washMps = 0;
    this.electricalW = 0;
    if (thrustN < NO_WASH_N) return;
    const hoverMps = inducedSpeedMps(thrustN, airDensity, radiusM);
    const share = inducedShare(air.acrossMps / hoverMps, air.throughMps / hoverMps);
    this.washMps = hoverMps * share * groundShare(air.aboveGroundM, radiusM);
    const bladesMps = hoverMps * (1 / figureOfMerit - 1);
    const airW = thrustN * Math.max(0, this.washMps + air.throughMps + bladesMps);
    this.electricalW = (airW * figureOfMerit) / efficiency;
  }
}
