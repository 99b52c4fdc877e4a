import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Tangents of the thrust's tilt. */
export interface Lean {
  readonly east: number;
  readonly north: number;
}

/** Velocity of the frame over the ground, m/s. */
export interface FrameSpeed {
  readonly eastMps: number;
  readonly northMps: number;
}

/** Change of a frame's velocity, m/s. */
export interface SpeedStep {
  readonly eastStepMps: number;
  readonly northStepMps: number;
  readonly upStepMps: number;
}

/**
 * The Kite as a point mass in the local frame: east, north and up of the tether exit of the Ground Station. Forces:
 * tilted thrust, weight, drag, tether tension. Semi-implicit Euler: velocity first, then position.
 */
export class Translation {
  readonly #kite: SimulatorParameters['kite'];
  readonly #stepS: number;
  eastM = 0;
  northM = 0;
  upM = 0;
  eastMps = 0;
  northMps = 0;
  upMps = 0;
  /** Wind at the Kite, m/s, in the direction it blows to. */
  windEastMps = 0;
  windNorthMps = 0;
  windUpMps = 0;
  airDensity = 1.225;
  /** Upward part of the thrust, newton. */
  verticalThrustN = 0;
  /** Mass of tether that moves with the Kite, kilograms; its weight is part of the tension. */
  lineKg = 0;
  /** Tether force on the Kite, newton. */
  tetherEastN = 0;
  tetherNorthN = 0;
  tetherUpN = 0;

  constructor(kite: SimulatorParameters['kite'], stepS: number) {
    this.#kite = kite;
    this.#stepS = stepS;
  }

  step(lean: Lean): void {
    const thrustN = this.verticalThrustN;
    const { massKg, dragAreaM2, linearDragNsPerM } = this.#kite;
    const east = this.eastMps - this.windEastMps;
    const north = this.northMps - this.windNorthMps;
    const up = this.upMps - this.windUpMps;
    const airspeed = Math.sqrt(east * east + north * north + up * up);
    const drag = linearDragNsPerM + 0.5 * this.airDensity * dragAreaM2 * airspeed;
    const perMass = this.#stepS / (massKg + this.lineKg);
    this.eastMps += (thrustN * lean.east - drag * east + this.tetherEastN) * perMass;
    this.northMps += (thrustN * lean.north - drag * north + this.tetherNorthN) * perMass;
    this.upMps += (thrustN - drag * up + this.tetherUpN - massKg * GRAVITY_MPS2) * perMass;
    this.eastM += this.eastMps * this.#stepS;
    this.northM += this.northMps * this.#stepS;
    this.upM += this.upMps * this.#stepS;
  }

  /** On the ground: the tether drags the Kite when its pull exceeds friction. */
  slide(): void {
    const { massKg, groundFriction } = this.#kite;
    const perMass = this.#stepS / massKg;
    const loadN = massKg * GRAVITY_MPS2 - this.verticalThrustN - this.tetherUpN;
    this.eastMps += this.tetherEastN * perMass;
    this.northMps += this.tetherNorthN * perMass;
    const speed = Math.sqrt(this.eastMps * this.eastMps + this.northMps * this.northMps);
    const heldMps = groundFriction * Math.max(0, loadN) * perMass;
    const share = speed > heldMps ? 1 - heldMps / speed : 0;
    this.eastMps *= share;
    this.northMps *= share;
    this.upMps = 0;
    this.eastM += this.eastMps * this.#stepS;
    this.northM += this.northMps * this.#stepS;
  }

  /** Sets the tether force on the Kite, newton. */
  pullBy(eastN: number, northN: number, upN: number): void {
    this.tetherEastN = eastN;
    this.tetherNorthN = northN;
    this.tetherUpN = upN;
  }

  /** Applies a change of the frame's velocity: relative to the Ground Station the Kite changes by the opposite. */
  carryOff({ eastStepMps, northStepMps, upStepMps }: SpeedStep): void {
    this.eastMps -= eastStepMps;
    this.northMps -= northStepMps;
    this.upMps -= upStepMps;
  }

  stop(): void {
    this.eastMps = 0;
    this.northMps = 0;
    this.upMps = 0;
  }
}
