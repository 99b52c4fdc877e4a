import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { HangingLine } from './hanging-line.ts';

/** A tether as a line: what of it matters for its shape. */
export interface TetherLine {
  readonly massPerM: number;
  readonly diameterM: number;
  readonly dragCoefficient: number;
  /** EA, newton. */
  readonly stiffnessN: number;
}

/** The shape that a tether takes under a steady wind from one side, in the plane of the wind. */
export interface BowedTether {
  /** Pull on the base, newton: with the wind and up. */
  readonly baseAlongN: number;
  readonly baseUpN: number;
  /** Direction of the tether at its top against the vertical, degrees; negative leans into the wind. */
  readonly topAngleDeg: number;
  /** The top against the base, metres. */
  readonly alongM: number;
  readonly heightM: number;
}

const SEA_LEVEL_DENSITY = 1.225;

/** Force of a wind that blows across a tether, newton per metre. */
export const windLoadNPerM = (
  line: Pick<TetherLine, 'diameterM' | 'dragCoefficient'>,
  windMps: number,
  airDensity = SEA_LEVEL_DENSITY,
): number => 0.5 * airDensity * line.dragCoefficient * line.diameterM * windMps * windMps;

/** The shape for a given force at the top: along the wind, and up. */
export function tetherUnderTopForce(
  line: TetherLine,
  windMps: number,
  lengthM: number,
  topAlongN: number,
  topUpN: number,
): BowedTether {
  const shape = new HangingLine();
  shape.loadEastNPerM = windLoadNPerM(line, windMps);
  shape.loadNorthNPerM = 0;
  shape.loadUpNPerM = -line.massPerM * GRAVITY_MPS2;
  shape.lengthM = lengthM;
  shape.stiffnessN = line.stiffnessN;
  shape.baseEastN = topAlongN + shape.loadEastNPerM * lengthM;
  shape.baseNorthN = 0;
  shape.baseUpN = topUpN + shape.loadUpNPerM * lengthM;
  shape.locate();
  return {
    baseAlongN: shape.baseEastN,
    baseUpN: shape.baseUpN,
    topAngleDeg: (Math.atan2(topAlongN, topUpN) * 180) / Math.PI,
    alongM: shape.eastM,
    heightM: shape.upM,
  };
}

/** A Kite that is held right over its base pulls with this tension at the top: how the wind bows its tether. */
export function windBowedTether(line: TetherLine, windMps: number, lengthM: number, topTensionN: number): BowedTether {
  let least = -Math.PI / 2;
  let most = Math.PI / 2;
  // Each halving gives a bit more: 60 are all that a number has.
  for (let count = 0; count < 60; count += 1) {
    const middle = (least + most) / 2;
    if (atAngle(middle).alongM > 0) most = middle;
    else least = middle;
  }
  return atAngle((least + most) / 2);

  function atAngle(angle: number): BowedTether {
    const along = topTensionN * Math.sin(angle);
    return tetherUnderTopForce(line, windMps, lengthM, along, topTensionN * Math.cos(angle));
  }
}

/** By how much a tether that hangs straight from this tension at its top is longer than without load, metres. */
export const hangingStretchM = (line: TetherLine, lengthM: number, topTensionN: number): number =>
  (topTensionN * lengthM - (line.massPerM * GRAVITY_MPS2 * lengthM * lengthM) / 2) / line.stiffnessN;

/** The motion of a vehicle on a taut tether, in the plane of both. */
export interface TautTether {
  readonly massKg: number;
  readonly lengthM: number;
  /** Of the tether above the horizon, radians. */
  readonly elevation: number;
  /** Its change, radians/s. */
  readonly elevationRate: number;
  /** Of the thrust against the vertical, radians, such that elevation plus lean is its angle to the horizon. */
  readonly lean: number;
  readonly thrustN: number;
  /** Second derivative of the length, m/s^2. */
  readonly lengthAcceleration: number;
}

/** Tension of a taut massless tether that holds a vehicle, newton. Source: Nicotra et al. 2014. */
export function tautTetherTensionN(state: TautTether): number {
  const { massKg, lengthM, elevation, elevationRate, lean, thrustN, lengthAcceleration } = state;
  const centrifugal = massKg * lengthM * elevationRate * elevationRate;
  const weight = massKg * GRAVITY_MPS2 * Math.sin(elevation);
  return centrifugal - weight + thrustN * Math.sin(elevation + lean) - massKg * lengthAcceleration;
}
