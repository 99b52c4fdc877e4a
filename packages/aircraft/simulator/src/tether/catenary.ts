import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';

/** Maximum number of Newton steps; a warm start needs two. */
const MOST_ITERATIONS = 40;
/** Tolerance at both ends, metres. */
const TOLERANCE_M = 1e-7;
/** Below this one more step suffices: each squares the error, so a check of the result is saved. */
const LAST_STEP_M = 2e-6;
/** Lower bound of the horizontal span: exactly above each other there is no direction. */
export const LEAST_SPAN_M = 1e-3;
/** Limit of one Newton step: multiple of the forces. */
const MOST_GROWTH = 5;

/**
 * An elastic line with a constant load per metre between two given ends: Irvine's catenary, solved for the force at
 * the lower end by Newton's method. "Down" is along the load, in any direction. Inputs and results are fields, so that
 * solving allocates nothing; the next solution starts from the last one.
 */
export class Catenary {
  /** Distance of the ends across the load, metres, more than 0. */
  spanM = 1.5;
  /** Height of the top end above the base, metres. */
  riseM = 1.5;
  /** Unloaded length, metres. */
  lengthM = 2.5;
  /** Newton per metre of unloaded length, more than 0. */
  loadNPerM = 0.5;
  /** Force that would stretch the line to twice its length (EA), newton; may be infinite. */
  stiffnessN = Number.POSITIVE_INFINITY;
  /** Force across the load: constant along the line. NaN before the first solution. */
  acrossN = Number.NaN;
  /** Force along the load at the base and at the top; positive pulls the base up. */
  baseN = 0.5;
  topN = 0.5;
  #beforeAcrossN = Number.POSITIVE_INFINITY;
  #beforeBaseN = 0.5;
  /** Newton steps of the last solution. */
  iterations = 0;
  /** True when the last solution fits the ends. */
  isSolved = false;

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#beforeAcrossN, this.#beforeBaseN] = archive.all(this.#beforeAcrossN, this.#beforeBaseN);
  }

  /** Tension at the base, newton. */
  get baseTensionN(): number {
    return Math.sqrt(this.acrossN * this.acrossN + this.baseN * this.baseN);
  }

  /** Tension at the top, newton. */
  get topTensionN(): number {
    return Math.sqrt(this.acrossN * this.acrossN + this.topN * this.topN);
  }

  /** Discards the last solution, for an unrelated line. */
  restart(): void {
    this.acrossN = Number.NaN;
  }

  solve(): void {
    const isWarm = this.acrossN > 0;
    if (isWarm) this.#goOn();
    else this.#guess();
    this.#iterate();
    if (this.isSolved || !isWarm) return;
    this.#guess();
    this.#iterate();
  }

  /** Extrapolates from the last two solutions. */
  #goOn(): void {
    const { acrossN, baseN } = this;
    const aheadN = 2 * acrossN - this.#beforeAcrossN;
    if (aheadN > acrossN / 2) {
      this.acrossN = aheadN;
      this.baseN = 2 * baseN - this.#beforeBaseN;
    }
    this.#beforeAcrossN = acrossN;
    this.#beforeBaseN = baseN;
  }

  /** Jonkman's first guess. */
  #guess(): void {
    const { spanM, riseM, lengthM, loadNPerM } = this;
    const isTaut = spanM * spanM + riseM * riseM >= lengthM * lengthM;
    const slope = isTaut ? 0.2 : Math.sqrt(3 * ((lengthM * lengthM - riseM * riseM) / (spanM * spanM) - 1));
    this.acrossN = Math.abs((loadNPerM * spanM) / (2 * slope));
    this.topN = (loadNPerM / 2) * (riseM / Math.tanh(slope) + lengthM);
    this.baseN = this.topN - loadNPerM * lengthM;
    // No earlier solution to extrapolate from: the next one starts where this one ends.
    this.#beforeAcrossN = Number.POSITIVE_INFINITY;
    this.#beforeBaseN = 0;
  }

  /**
   * One Newton step in one piece: split up, the numbers passed between functions would be boxed. The closed form is
   * written without cancellation.
   */
  #iterate(): void {
    const { spanM, riseM, lengthM, loadNPerM } = this;
    const weightN = loadNPerM * lengthM;
    const flexibility = lengthM / this.stiffnessN;
    let across = this.acrossN;
    let base = this.baseN;
    this.isSolved = false;
    for (let count = 0; count <= MOST_ITERATIONS; count += 1) {
      const top = base + weightN;
      const baseTension = Math.sqrt(across * across + base * base);
      const topTension = Math.sqrt(across * across + top * top);
      const turn = angleTerm(across, base, top, baseTension, topTension, weightN);
      const both = base + top;
      const spanError = spanM - across * (turn / loadNPerM + flexibility);
      const riseError = riseM - both * (lengthM / (baseTension + topTension) + flexibility / 2);
      const error = Math.max(Math.abs(spanError), Math.abs(riseError));
      this.iterations = count;
      if (error < TOLERANCE_M) {
        this.#settle(across, base, weightN);
        return;
      }
      const steepening = top / topTension - base / baseTension;
      const spanByAcross = (turn - steepening) / loadNPerM + flexibility;
      const mixed = (across / loadNPerM) * (1 / topTension - 1 / baseTension);
      const riseByBase = steepening / loadNPerM + flexibility;
      const determinant = spanByAcross * riseByBase - mixed * mixed;
      const acrossStep = (riseByBase * spanError - mixed * riseError) / determinant;
      const baseStep = (spanByAcross * riseError - mixed * spanError) / determinant;
      const most = MOST_GROWTH * (across + Math.abs(base) + weightN);
      const size = Math.abs(acrossStep) + Math.abs(baseStep);
      let share = size > most ? most / size : 1;
      while (across + share * acrossStep <= 0) share /= 2;
      across += share * acrossStep;
      base += share * baseStep;
      if (error < LAST_STEP_M && share === 1) {
        this.iterations = count + 1;
        this.#settle(across, base, weightN);
        return;
      }
    }
  }

  #settle(across: number, base: number, weightN: number): void {
    this.acrossN = across;
    this.baseN = base;
    this.topN = base + weightN;
    this.isSolved = true;
  }
}

/** asinh(top/across) - asinh(base/across), also for large values and different signs. */
export function angleTerm(
  across: number,
  base: number,
  top: number,
  baseTension: number,
  topTension: number,
  weightN: number,
): number {
  if (base >= 0) {
    return Math.log1p((weightN * (1 + (base + top) / (baseTension + topTension))) / (base + baseTension));
  }
  if (top >= 0) return Math.log(((top + topTension) / across) * ((baseTension - base) / across));
  return Math.log((baseTension - base) / (topTension - top));
}
