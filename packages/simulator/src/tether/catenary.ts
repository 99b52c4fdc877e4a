/** No more than so many Newton steps; a warm start needs two. */
const MOST_ITERATIONS = 40;
/** Both ends are met within this, metres. */
const TOLERANCE_M = 1e-7;
/** From so near, one more step meets them: each has the square of the error before it, a look at the result is spared. */
const LAST_STEP_M = 2e-6;
/** Ends that are nearly above each other are taken as this far apart: exactly above, there is no direction to lean to. */
export const LEAST_SPAN_M = 1e-3;
/** One Newton step changes the forces by no more than this many times their size. */
const MOST_GROWTH = 5;

/**
 * An elastic line with a constant load per metre between two given ends: Irvine's catenary, solved for the force at the
 * lower end by Newton's method. "Down" is along the load, wherever that points. Inputs and results are fields, so that
 * solving allocates nothing; the last solution is where the next one starts.
 */
export class Catenary {
  /** Ends are this far apart across the load, metres, more than 0. */
  spanM = 1.5;
  /** The top end is this much higher, metres. */
  riseM = 1.5;
  /** Without load, metres. */
  lengthM = 2.5;
  /** Newton per metre of that length, more than 0. */
  loadNPerM = 0.5;
  /** Force that would stretch the line to twice its length (EA), newton; may be infinite. */
  stiffnessN = Number.POSITIVE_INFINITY;
  /** Force across the load: the same all along the line. Not a number before the first solution. */
  acrossN = Number.NaN;
  /** Force along the load at the base and at the top; positive pulls the base up. */
  baseN = 0.5;
  topN = 0.5;
  #beforeAcrossN = Number.POSITIVE_INFINITY;
  #beforeBaseN = 0.5;
  /** Newton steps of the last solution. */
  iterations = 0;
  /** Whether the last solution meets the ends. */
  isSolved = false;

  /** Tension at the base, newton. */
  get baseTensionN(): number {
    return Math.sqrt(this.acrossN * this.acrossN + this.baseN * this.baseN);
  }

  /** Tension at the top, newton. */
  get topTensionN(): number {
    return Math.sqrt(this.acrossN * this.acrossN + this.topN * this.topN);
  }

  /** Forgets the last solution, as for a line that has nothing to do with it. */
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

  /** The next solution is about as far from the last as that was from the one before. */
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
    // Nothing to go on from: the next solution starts where this one ends.
    this.#beforeAcrossN = Number.POSITIVE_INFINITY;
    this.#beforeBaseN = 0;
  }

  /**
   * Everything of one Newton step stands here in one piece: split up, the numbers between the pieces would be boxed.
   * The differences of the closed form are written so that none of them cancels.
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

/** asinh(top/across) - asinh(base/across), also where both are large or of different signs. */
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
