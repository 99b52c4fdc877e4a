import type { SimulatorParameters } from '../parameters.ts';

/** Air that passes a rotor, in the rotor's own axes. */
export interface RotorAirflow {
  /** In the plane of its disc, m/s, at least 0. */
  readonly acrossMps: number;
  /** Through its disc against the thrust, m/s: positive in a climb and where the disc leans into the wind. */
  readonly throughMps: number;
  /** Height of the disc above the ground, metres. */
  readonly aboveGroundM: number;
}

/** Beyond this speed of descent, per induced speed at hover, the air goes up through the disc: windmill brake. */
const WINDMILL = -2;
/** Ratios of Leishman's fit of measured induced speeds in a vertical descent (Principles of Helicopter Aerodynamics, 2.13). */
const DESCENT = [-1.125, -1.372, -1.718, -0.655] as const;
/** Across this speed, per induced speed at hover, no vortex ring forms (Johnson, NASA/TP-2005-213477). */
const RING_ENDS_ACROSS = 0.95;
/** Newton's method meets rounding after five from any start of ours. */
const ITERATIONS = 6;
const SOLVED = 1e-12;

/** A rotor that stands. */
const NO_WASH_N = 1e-9;

/** Power that one ideal rotor puts into the air at hover, watt: momentum theory. */
export const inducedPowerW = (thrustN: number, airDensity: number, radiusM: number): number =>
  thrustN * inducedSpeedMps(thrustN, airDensity, radiusM);

/** Speed at which the air goes down through one rotor at hover, m/s: momentum theory. */
export const inducedSpeedMps = (thrustN: number, airDensity: number, radiusM: number): number =>
  Math.sqrt(thrustN / (2 * airDensity * Math.PI * radiusM * radiusM));

/**
 * Induced speed in flight, share of that at hover: Glauert's momentum theory, with what the vortex ring adds in a descent.
 * @param across, through speeds of the air as in `RotorAirflow`, share of the induced speed at hover
 */
export function inducedShare(across: number, through: number): number {
  const calm = glauertShare(across, through);
  const ring = 1 - (across * across) / (RING_ENDS_ACROSS * RING_ENDS_ACROSS);
  if (through >= 0 || through <= WINDMILL || ring <= 0) return calm;
  return calm + ring * (descentShare(through) - glauertShare(0, through));
}

/** Solves v^2 ((through + v)^2 + across^2) = 1 for the flow that goes on down, or, in a fall, on up. */
function glauertShare(across: number, through: number): number {
  // Both are at or above the root: that of the axial flow, and that of a wind so strong that the rest does not count.
  const axial =
    through <= WINDMILL
      ? 2 / (-through + Math.sqrt(through * through - 4))
      : -through / 2 + Math.sqrt((through * through) / 4 + 1);
  let share = across > 0 ? Math.min(axial, 1 / across) : axial;
  for (let index = 0; index < ITERATIONS; index += 1) {
    const down = through + share;
    const flow = down * down + across * across;
    const error = share * share * flow - 1;
    // From above the root there is no way past it, but where two roots meet the slope ends there.
    if (error < SOLVED) break;
    share -= error / (2 * share * flow + 2 * share * share * down);
  }
  return share;
}

const descentShare = (through: number): number => {
  const [k1, k2, k3, k4] = DESCENT;
  return 1 + through * (k1 + through * (k2 + through * (k3 + through * k4)));
};

/** Share of the induced speed that is left over the ground: Cheeseman and Bennett 1955. */
export function groundShare(aboveGroundM: number, radiusM: number): number {
  const ratio = radiusM / (4 * Math.max(aboveGroundM, radiusM / 2));
  return 1 - ratio * ratio;
}

/** What rotors of a kind draw, by the air that passes them. */
export class RotorPower {
  readonly #rotor: SimulatorParameters['rotor'];
  /** Of the last rotor: speed of its wash in its disc, m/s, and electrical power, watt. */
  washMps = 0;
  electricalW = 0;

  constructor(rotor: SimulatorParameters['rotor']) {
    this.#rotor = rotor;
  }

  /**
   * Of one rotor that gives so much thrust. What the blades' own drag takes stays what it is at hover; a disc that leans
   * into the wind pays for the drag that it holds; nothing is won back from a fall.
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
