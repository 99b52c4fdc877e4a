import type { SimulatorParameters } from '../parameters.ts';

/** Demanded tilt, as tangents. */
export interface LeanDemand {
  readonly leanEast: number;
  readonly leanNorth: number;
}

/**
 * Tilt of the Kite: two second-order responses, to the east and to the north. A tilt is the tangent of the angle
 * between thrust and vertical, so that tilt times vertical thrust is horizontal thrust. The update is exact for a
 * demand that is constant over the step.
 */
export class TiltLoop {
  readonly #keep: number;
  readonly #move: number;
  readonly #pull: number;
  readonly #keepRate: number;
  east = 0;
  north = 0;
  eastRate = 0;
  northRate = 0;
  /** Length of the vector (east, north, 1): thrust divided by its vertical part. */
  stretch = 1;

  constructor(attitude: SimulatorParameters['attitude'], stepS: number) {
    const { naturalFrequencyRadps: frequency, damping } = attitude;
    const decay = damping * frequency;
    const ringing = frequency * Math.sqrt(1 - damping * damping);
    const envelope = Math.exp(-decay * stepS);
    const sine = Math.sin(ringing * stepS) / ringing;
    const cosine = Math.cos(ringing * stepS);
    this.#keep = envelope * (cosine + decay * sine);
    this.#move = envelope * sine;
    this.#pull = -envelope * frequency * frequency * sine;
    this.#keepRate = envelope * (cosine - decay * sine);
  }

  step(command: LeanDemand): void {
    const { leanEast, leanNorth } = command;
    const eastError = this.east - leanEast;
    const northError = this.north - leanNorth;
    this.east = leanEast + this.#keep * eastError + this.#move * this.eastRate;
    this.north = leanNorth + this.#keep * northError + this.#move * this.northRate;
    this.eastRate = this.#pull * eastError + this.#keepRate * this.eastRate;
    this.northRate = this.#pull * northError + this.#keepRate * this.northRate;
    this.stretch = Math.sqrt(1 + this.east * this.east + this.north * this.north);
  }

  level(): void {
    this.standOn(0, 0);
  }

  /** Takes the tilt of the surface it stands on, as tangents. */
  standOn(east: number, north: number): void {
    this.east = east;
    this.north = north;
    this.eastRate = 0;
    this.northRate = 0;
    this.stretch = Math.sqrt(1 + east * east + north * north);
  }
}
