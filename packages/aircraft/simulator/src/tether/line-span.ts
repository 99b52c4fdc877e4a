import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { Catenary, LEAST_SPAN_M } from './catenary.ts';

/**
 * An elastic line between two ends in space under a constant load per metre in any direction: a catenary in the plane
 * of chord and load. Inputs and results are fields, so that solving allocates nothing.
 */
export class LineSpan {
  readonly #catenary = new Catenary();
  /** Position of the top end relative to the lower one, metres. */
  eastM = 0.5;
  northM = 0.5;
  upM = 0.5;
  /** Unloaded length, metres. */
  lengthM = 0.5;
  springNPerM = 0.5;
  /** Newton per metre; not all zero. */
  loadEastNPerM = 0.5;
  loadNorthNPerM = 0.5;
  loadUpNPerM = -0.5;
  /** Force on the lower end, newton. */
  baseEastN = 0.5;
  baseNorthN = 0.5;
  baseUpN = 0.5;
  /** Force on the top end, newton. */
  topEastN = 0.5;
  topNorthN = 0.5;
  topUpN = 0.5;
  isSolved = false;

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#catenary);
  }

  /** Newton steps of the last solution. */
  get iterations(): number {
    return this.#catenary.iterations;
  }

  /** Discards the last solution. */
  restart(): void {
    this.#catenary.restart();
    this.isSolved = false;
  }

  /** In one piece: split up, the numbers passed between functions would be boxed at every step. */
  solve(): void {
    const {
      eastM,
      northM,
      upM,
      lengthM,
      loadEastNPerM: loadEast,
      loadNorthNPerM: loadNorth,
      loadUpNPerM: loadUp,
    } = this;
    const line = this.#catenary;
    const load = Math.sqrt(loadEast * loadEast + loadNorth * loadNorth + loadUp * loadUp);
    const rise = -(eastM * loadEast + northM * loadNorth + upM * loadUp) / load;
    const acrossEastM = eastM + (rise * loadEast) / load;
    const acrossNorthM = northM + (rise * loadNorth) / load;
    const acrossUpM = upM + (rise * loadUp) / load;
    const span = Math.max(
      LEAST_SPAN_M,
      Math.sqrt(acrossEastM * acrossEastM + acrossNorthM * acrossNorthM + acrossUpM * acrossUpM),
    );
    line.spanM = span;
    line.riseM = rise;
    line.lengthM = lengthM;
    line.loadNPerM = load;
    line.stiffnessN = this.springNPerM * lengthM;
    line.solve();
    this.isSolved = line.isSolved;
    if (!line.isSolved) {
      line.restart();
      return;
    }
    const { acrossN, baseN, topN } = line;
    const acrossPerM = acrossN / span;
    this.baseEastN = acrossEastM * acrossPerM - (baseN * loadEast) / load;
    this.baseNorthN = acrossNorthM * acrossPerM - (baseN * loadNorth) / load;
    this.baseUpN = acrossUpM * acrossPerM - (baseN * loadUp) / load;
    this.topEastN = (topN * loadEast) / load - acrossEastM * acrossPerM;
    this.topNorthN = (topN * loadNorth) / load - acrossNorthM * acrossPerM;
    this.topUpN = (topN * loadUp) / load - acrossUpM * acrossPerM;
  }
}
