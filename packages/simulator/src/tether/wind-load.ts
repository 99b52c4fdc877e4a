import { SEA_LEVEL_DENSITY } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { HangingLine } from './hanging-line.ts';

type Make = Pick<SimulatorParameters['tether'], 'diameterM' | 'dragCoefficient'>;

/** Force of a wind that blows across a tether, newton per metre. */
export const windLoadNPerM = (make: Make, windMps: number, airDensity = SEA_LEVEL_DENSITY): number =>
  0.5 * airDensity * make.dragCoefficient * make.diameterM * windMps * windMps;

/** Places along the line where the wind is looked at, shares of its length, and their weights: Gauss and Legendre's five. */
const PLACES = [0.04691007703066802, 0.23076534494715845, 0.5, 0.7692346550528415, 0.953089922969332] as const;
const WEIGHTS = [
  0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454,
] as const;
const COUNT = PLACES.length;
/** Share of the pair by which the pull along the line differs from that under the mean load: of a load that grows evenly. */
const BENDS = PLACES.map((place) => 1 - 6 * place * (1 - place));

/** A calm line, for a chord that has no length yet, metres. */
const LEAST_CHORD_M = 0.01;

/**
 * What the wind does to a hanging line: it is looked at in several places along it, each at its own height, and only what
 * blows across the line there counts (Hoerner's cross-flow principle). The line's shape goes by the mean; as the wind is
 * stronger higher up, its moment about the middle is carried by a pair of forces across the chord at the ends.
 */
export class WindLoad {
  readonly #areaPerM: number;
  /** Mean load, newton per metre. */
  eastNPerM = 0;
  northNPerM = 0;
  upNPerM = 0;
  /** What the top end carries beyond half of the load, and the lower end less, newton. */
  pairEastN = 0;
  pairNorthN = 0;
  pairUpN = 0;

  constructor(make: Make) {
    this.#areaPerM = 0.5 * make.dragCoefficient * make.diameterM;
  }

  /** Speed of the Kite: the line moves with it, the further up the more, m/s. */
  topEastMps = 0;
  topNorthMps = 0;

  /**
   * @param line as it hangs
   * @param footUpM height of its lower end above the ground that the profile counts from
   * @param baseEastMps, baseNorthMps speed of the frame over the ground
   */
  update(
    line: HangingLine,
    footUpM: number,
    wind: Wind,
    airDensity: number,
    baseEastMps: number,
    baseNorthMps: number,
  ): void {
    line.locate();
    const chordM = Math.max(
      LEAST_CHORD_M,
      Math.sqrt(line.eastM * line.eastM + line.northM * line.northM + line.upM * line.upM),
    );
    const alongEast = line.eastM / chordM;
    const alongNorth = line.northM / chordM;
    const alongUp = line.upM / chordM;
    const gustEast = wind.tetherGustEastMps - baseEastMps;
    const gustNorth = wind.tetherGustNorthMps - baseNorthMps;
    const { pairEastN: pairEast, pairNorthN: pairNorth, pairUpN: pairUp } = this;
    this.#clear();
    for (let index = 0; index < COUNT; index += 1) {
      const atM = (PLACES[index] as number) * line.lengthM;
      line.locate(atM);
      const mean = wind.meanMpsAt(footUpM + line.upM);
      const share = (line.eastM * alongEast + line.northM * alongNorth + line.upM * alongUp) / chordM;
      const east = mean * wind.blowsEast + gustEast - share * this.topEastMps;
      const north = mean * wind.blowsNorth + gustNorth - share * this.topNorthMps;
      const bend = BENDS[index] as number;
      const pullEast = line.baseEastN - atM * line.loadEastNPerM - bend * pairEast;
      const pullNorth = line.baseNorthN - atM * line.loadNorthNPerM - bend * pairNorth;
      const pullUp = line.baseUpN - atM * line.loadUpNPerM - bend * pairUp;
      const pull2 = pullEast * pullEast + pullNorth * pullNorth + pullUp * pullUp;
      const perPull = pull2 === 0 ? 0 : (east * pullEast + north * pullNorth) / pull2;
      const acrossEast = east - perPull * pullEast;
      const acrossNorth = north - perPull * pullNorth;
      const acrossUp = -perPull * pullUp;
      const speed = Math.sqrt(acrossEast * acrossEast + acrossNorth * acrossNorth + acrossUp * acrossUp);
      const load = (WEIGHTS[index] as number) * this.#areaPerM * airDensity * speed;
      const arm = share - 0.5;
      this.#add(load * acrossEast, load * acrossNorth, load * acrossUp, arm * line.lengthM);
    }
    // Along the chord a pair would be no moment.
    const along = this.pairEastN * alongEast + this.pairNorthN * alongNorth + this.pairUpN * alongUp;
    this.pairEastN -= along * alongEast;
    this.pairNorthN -= along * alongNorth;
    this.pairUpN -= along * alongUp;
  }

  #clear(): void {
    this.eastNPerM = 0;
    this.northNPerM = 0;
    this.upNPerM = 0;
    this.pairEastN = 0;
    this.pairNorthN = 0;
    this.pairUpN = 0;
  }

  #add(eastNPerM: number, northNPerM: number, upNPerM: number, armM: number): void {
    this.eastNPerM += eastNPerM;
    this.northNPerM += northNPerM;
    this.upNPerM += upNPerM;
    this.pairEastN += armM * eastNPerM;
    this.pairNorthN += armM * northNPerM;
    this.pairUpN += armM * upNPerM;
  }
}
