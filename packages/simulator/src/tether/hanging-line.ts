import { angleTerm } from './catenary.ts';

/**
 * Where the top of an elastic line is when the force at its base is known: Irvine's catenary read forwards, without a
 * search. The load per metre may point anywhere. Inputs and results are fields, so that a call allocates nothing.
 */
export class HangingLine {
  /** Force with which the line pulls its base, newton. */
  baseEastN = 0.5;
  baseNorthN = 0.5;
  baseUpN = 0.5;
  /** Load per metre: wind and weight, newton per metre; not all zero. */
  loadEastNPerM = 0.5;
  loadNorthNPerM = 0.5;
  loadUpNPerM = -0.5;
  /** Without load, metres. */
  lengthM = 0.5;
  /** EA, newton; may be infinite. */
  stiffnessN = Number.POSITIVE_INFINITY;
  /** The top against the base, metres. */
  eastM = 0.5;
  northM = 0.5;
  upM = 0.5;

  /** Finds a point of the line, so far from its base along it, without load; its end when nothing is given. */
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
    // Way across per newton across, way against the load: the two halves of the closed form.
    const across = Math.sqrt(across2);
    const turn = across === 0 ? 0 : angleTerm(across, base, top, baseTension, topTension, load * atM);
    const perAcrossN = turn / load + stretch;
    const against = (topTension - baseTension) / load + ((base + top) / 2) * stretch;
    this.eastM = acrossEast * perAcrossN + againstEast * against;
    this.northM = acrossNorth * perAcrossN + againstNorth * against;
    this.upM = acrossUp * perAcrossN + againstUp * against;
  }
}
