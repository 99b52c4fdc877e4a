import { angleTerm } from './catenary.ts';

/**
 * Position of the top of an elastic line from the known force at its base: Irvine's catenary evaluated directly,
 * without iteration. The load per metre may point anywhere. Inputs and results are fields, so that a call allocates
 * nothing.
 */
export class HangingLine {
  /** Force of the line on its base, newton. */
  baseEastN = 0.5;
  baseNorthN = 0.5;
  baseUpN = 0.5;
  /** Wind and weight, newton per metre; not all zero. */
  loadEastNPerM = 0.5;
  loadNorthNPerM = 0.5;
  loadUpNPerM = -0.5;
  /** Unloaded length, metres. */
  lengthM = 0.5;
  /** EA, newton; may be infinite. */
  stiffnessN = Number.POSITIVE_INFINITY;
  /** Position of the top relative to the base, metres. */
  eastM = 0.5;
  northM = 0.5;
  upM = 0.5;

  /** Locates a point of the line at this unloaded length from its base; absent: its end. */
  locate(atM?: number): void {
    const wholeM = this.lengthM;
    if (atM !== undefined) this.lengthM = atM;
    this.#locateEnd();
    this.lengthM = wholeM;
  }

  #locateEnd(): void {
    const atM = this.lengthM;
    const { baseEastN, baseNorthN, baseUpN, loadEastNPerM, loadNorthNPerM, loadUpNPerM } = this;
    const load = Math.sqrt(loadEastNPerM * loadEastNPerM + loadNorthNPerM * loadNorthNPerM + loadUpNPerM * loadUpNPerM);
    const againstEast = -loadEastNPerM / load;
    const againstNorth = -loadNorthNPerM / load;
    const againstUp = -loadUpNPerM / load;
    const base = baseEastN * againstEast + baseNorthN * againstNorth + baseUpN * againstUp;
    const acrossEast = baseEastN - base * againstEast;
    const acrossNorth = baseNorthN - base * againstNorth;
    const acrossUp = baseUpN - base * againstUp;
    const across2 = acrossEast * acrossEast + acrossNorth * acrossNorth + acrossUp * acrossUp;
    const top = base + load * atM;
    const baseTension = Math.sqrt(across2 + base * base);
    const topTension = Math.sqrt(across2 + top * top);
    const stretch = atM / this.stiffnessN;
    // Displacement across per newton across, and displacement against the load: the two parts of the closed form.
    const across = Math.sqrt(across2);
    const turn = across === 0 ? 0 : angleTerm(across, base, top, baseTension, topTension, load * atM);
    const perAcrossN = turn / load + stretch;
    const against = (topTension - baseTension) / load + ((base + top) / 2) * stretch;
    this.eastM = acrossEast * perAcrossN + againstEast * against;
    this.northM = acrossNorth * perAcrossN + againstNorth * against;
    this.upM = acrossUp * perAcrossN + againstUp * against;
  }
}
