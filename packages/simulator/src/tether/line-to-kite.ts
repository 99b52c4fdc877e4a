import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { HangingLine } from './hanging-line.ts';
import { LineSpan } from './line-span.ts';

/** A line on the ground leaves at least this much of it hanging, metres. */
const LEAST_LINE_M = 0.02;
/** The line leaves the ground level when it pulls up there by no more than this, newton: the weight of 0.3 mm. */
const LEVEL_N = 2e-5;
/** So often at most the place is looked for where it leaves the ground. It moves slowly: one or two are usual. */
const MOST_LOOKS = 24;

/**
 * The line from its exit to the Kite. What is too long for it to hang free lies on the ground towards the Kite, and the
 * rest leaves it level, as a mooring line does its seabed. Inputs and results are fields.
 */
export class LineToKite {
  /** The part of it that hangs. Spring and load are given to it. */
  readonly span = new LineSpan();
  readonly #weightNPerM: number;
  readonly #frictionNPerM: number;
  #slopeNPerM = 0;
  /** The Kite against the exit, metres. */
  kiteEastM = 0.5;
  kiteNorthM = 0.5;
  kiteUpM = 0.5;
  /** All that is out, without load, metres. */
  wholeM = 0.5;
  /** What of it lies on the ground, metres: straight towards the Kite, and a heap below it if it is more. */
  onGroundM = 0;
  /** Where it leaves the ground, metres from the exit. */
  footEastM = 0.5;
  footNorthM = 0.5;
  /** Pull on the exit, newton: what friction on the ground leaves of that where the line leaves it. */
  exitEastN = 0.5;
  exitNorthN = 0.5;
  exitUpN = 0.5;

  constructor({ massPerM, groundFriction }: Pick<SimulatorParameters['tether'], 'massPerM' | 'groundFriction'>) {
    this.#weightNPerM = massPerM * GRAVITY_MPS2;
    this.#frictionNPerM = groundFriction * this.#weightNPerM;
    this.#slopeNPerM = this.#weightNPerM / 2;
  }

  /** Nothing is out. */
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

  /** Gives the hanging part to that which draws it or blows on it. */
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

  /** The length on the ground with which the rest leaves it level: by secants, between halvings where those go astray. */
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
