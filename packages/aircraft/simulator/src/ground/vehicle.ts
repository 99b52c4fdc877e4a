import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { nearestTurn, RAD_PER_DEG } from '../angle.ts';
import { TiltLoop } from '../body/tilt-loop.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** A sprung body with less tilt than this, as a tangent, is at rest. */
const STILL = 1e-6;

/**
 * A vehicle that drives: acceleration, braking and turning stay within what passengers and steering allow, and its
 * body tilts on its springs: outwards in a turn, forwards under braking. On water it stands for the course of the
 * vessel.
 */
export class Vehicle {
  readonly #base: SimulatorParameters['base'];
  readonly #stepS: number;
  readonly #springs: TiltLoop;
  readonly #lean = { leanEast: 0, leanNorth: 0 };
  #wantedMps = 0;
  #wantedHeadingDeg = 0;
  headingDeg = 0;
  speedMps = 0;
  eastMps = 0;
  northMps = 0;

  constructor(base: SimulatorParameters['base'], headingDeg: number, stepS: number) {
    this.#base = base;
    this.#stepS = stepS;
    const { suspensionRadps, suspensionDamping } = base;
    this.#springs = new TiltLoop(
      { naturalFrequencyRadps: suspensionRadps, damping: suspensionDamping, maxLeanDeg: 0 },
      stepS,
    );
    this.headingDeg = headingDeg;
    this.#wantedHeadingDeg = headingDeg;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#wantedMps, this.#wantedHeadingDeg] = archive.all(this.#wantedMps, this.#wantedHeadingDeg);
    archive.in(this.#springs, this.#lean);
  }

  /** The requested speed and heading. */
  get wanted(): { readonly speedMps: number; readonly headingDeg: number } {
    return { speedMps: this.#wantedMps, headingDeg: this.#wantedHeadingDeg };
  }

  get isAtRest(): boolean {
    const { east, north, eastRate, northRate } = this.#springs;
    const swings = Math.abs(east) + Math.abs(north) + Math.abs(eastRate) + Math.abs(northRate);
    return this.speedMps === 0 && this.#wantedMps === 0 && swings < STILL;
  }

  /** Tilt of the body to starboard and ahead, as tangents, and its rates, per second. */
  get lean(): { readonly east: number; readonly north: number; readonly eastRate: number; readonly northRate: number } {
    return this.#springs;
  }

  /** @throws RangeError for a negative or non-finite value */
  drive(speedMps: number, headingDeg: number): void {
    if (!(speedMps >= 0 && Number.isFinite(speedMps + headingDeg))) {
      throw new RangeError(`a vehicle drives ahead to a heading, got ${speedMps} m/s to ${headingDeg} degrees`);
    }
    this.#wantedMps = speedMps;
    this.#wantedHeadingDeg = headingDeg;
  }

  step(): void {
    const { accelerationMps2, brakingMps2, lateralMps2, turnRadiusM, rollDegPerG, pitchDegPerG } = this.#base;
    const stepS = this.#stepS;
    const missingMps = this.#wantedMps - this.speedMps;
    const changeMps = Math.max(-brakingMps2 * stepS, Math.min(accelerationMps2 * stepS, missingMps));
    this.speedMps += changeMps;
    // Limited by the turning radius of the steering, and by the lateral acceleration that passengers tolerate.
    const mostTurn = this.speedMps === 0 ? 0 : Math.min(lateralMps2 / this.speedMps, this.speedMps / turnRadiusM);
    const missingTurn = (nearestTurn(this.headingDeg, this.#wantedHeadingDeg) - this.headingDeg) * RAD_PER_DEG;
    const turn = Math.max(-mostTurn * stepS, Math.min(mostTurn * stepS, missingTurn));
    this.headingDeg += turn / RAD_PER_DEG;
    this.eastMps = this.speedMps * Math.sin(this.headingDeg * RAD_PER_DEG);
    this.northMps = this.speedMps * Math.cos(this.headingDeg * RAD_PER_DEG);
    const perStep = 1 / (stepS * GRAVITY_MPS2);
    this.#lean.leanEast = -rollDegPerG * RAD_PER_DEG * this.speedMps * turn * perStep;
    this.#lean.leanNorth = -pitchDegPerG * RAD_PER_DEG * changeMps * perStep;
    this.#springs.step(this.#lean);
  }

  /** At rest: clears the rest of its tilt. */
  settle(): void {
    this.#springs.level();
  }
}
