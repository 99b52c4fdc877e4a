import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { HangingLine } from './hanging-line.ts';
import { LineSpan } from './line-span.ts';

/** Minimum hanging length of a line on the ground, metres. */
const LEAST_LINE_M = 0.02;
/**
 * Upward force at the lift-off point below which the line leaves the ground horizontally, newton: the weight of 0.3
 * mm.
 */
const LEVEL_N = 2e-5;
/** Maximum number of iterations for the lift-off point. It moves slowly: one or two are typical. */
const MOST_LOOKS = 24;

/**
 * The line from its exit to the Kite. Excess length lies on the ground towards the Kite, and the rest leaves it
 * horizontally, like a mooring line on the seabed. Inputs and results are fields.
 */
export class LineToKite {
  /** Hanging part. Spring and load are set from outside. */
  readonly span = new LineSpan();
  readonly #weightNPerM: number;
  readonly #frictionNPerM: number;
  #slopeNPerM = 0;
  /** Position of the Kite relative to the exit, metres. */
  kiteEastM = 0.5;
  kiteNorthM = 0.5;
  kiteUpM = 0.5;
  /** Total unloaded length, metres. */
  wholeM = 0.5;
  /** Length on the ground, metres: straight towards the Kite, and a heap below it if there is more. */
  onGroundM = 0;
  /** Lift-off point, metres from the exit. */
  footEastM = 0.5;
  footNorthM = 0.5;
  /** Force on the exit, newton: that at the lift-off point minus friction on the ground. */
  exitEastN = 0.5;
  exitNorthN = 0.5;
  exitUpN = 0.5;

  constructor({ massPerM, groundFriction }: Pick<SimulatorParameters['tether'], 'massPerM' | 'groundFriction'>) {
    this.#weightNPerM = massPerM * GRAVITY_MPS2;
    this.#frictionNPerM = groundFriction * this.#weightNPerM;
    this.#slopeNPerM = this.#weightNPerM / 2;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#slopeNPerM = archive.of(this.#slopeNPerM);
    archive.in(this.span);
  }

  /** Nothing is paid out. */
  restart(): void {
    this.span.restart();
    this.onGroundM = 0;
  }

  solve(): void {
    this.#solveWith(this.onGroundM);
    const { span } = this;
    if (span.isSolved && (this.onGroundM > 0 || span.baseUpN < 0)) this.#findFoot();
    this.#pullAtExit();
  }

  /** Copies the hanging part to a line for drawing or for the wind load. */
  copyTo(line: HangingLine): void {
    const { span } = this;
    line.baseEastN = span.baseEastN;
    line.baseNorthN = span.baseNorthN;
    line.baseUpN = span.baseUpN;
    line.loadEastNPerM = span.loadEastNPerM;
    line.loadNorthNPerM = span.loadNorthNPerM;
    line.loadUpNPerM = span.loadUpNPerM;
    line.lengthM = span.lengthM;
    line.stiffnessN = span.springNPerM * span.lengthM;
  }

  #solveWith(onGroundM: number): void {
    const awayM = Math.sqrt(this.kiteEastM * this.kiteEastM + this.kiteNorthM * this.kiteNorthM);
    const share = onGroundM < awayM ? onGroundM / awayM : 1;
    this.onGroundM = onGroundM;
    this.footEastM = share * this.kiteEastM;
    this.footNorthM = share * this.kiteNorthM;
    const { span } = this;
    span.eastM = this.kiteEastM - this.footEastM;
    span.northM = this.kiteNorthM - this.footNorthM;
    span.upM = this.kiteUpM;
    span.lengthM = Math.max(LEAST_LINE_M, this.wholeM - onGroundM);
    span.solve();
  }

  /** Finds the length on the ground for a horizontal lift-off: secant steps, bisection where they fail. */
  #findFoot(): void {
    const { span } = this;
    let low = 0;
    let high = this.wholeM - LEAST_LINE_M;
    for (let look = 0; look < MOST_LOOKS && span.isSolved; look += 1) {
      const laidM = this.onGroundM;
      const up = span.baseUpN;
      if (up < 0) low = laidM;
      else high = laidM;
      if (Math.abs(up) < LEVEL_N || (laidM === 0 && up > 0)) return;
      let nextM = laidM - up / this.#slopeNPerM;
      if (nextM >= high) nextM = (low + high) / 2;
      else if (nextM <= low) nextM = low === 0 ? 0 : (low + high) / 2;
      this.#solveWith(nextM);
      const slope = (span.baseUpN - up) / (nextM - laidM);
      this.#slopeNPerM = Math.max(this.#weightNPerM / 4, slope);
    }
  }

  #pullAtExit(): void {
    const { baseEastN, baseNorthN, baseUpN } = this.span;
    const heldN = this.#frictionNPerM * this.onGroundM;
    const levelN = Math.sqrt(baseEastN * baseEastN + baseNorthN * baseNorthN);
    const share = heldN === 0 ? 1 : Math.max(0, 1 - heldN / levelN);
    this.exitEastN = share * baseEastN;
    this.exitNorthN = share * baseNorthN;
    this.exitUpN = this.onGroundM > 0 ? 0 : baseUpN;
  }
}
