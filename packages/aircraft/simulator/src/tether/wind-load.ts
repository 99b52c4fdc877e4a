import { SEA_LEVEL_DENSITY } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import type { FrameSpeed } from '../body/translation.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { HangingLine } from './hanging-line.ts';

type Make = Pick<SimulatorParameters['tether'], 'diameterM' | 'dragCoefficient'>;

/** Force of a wind across a tether, newton per metre. */
export const windLoadNPerM = (make: Make, windMps: number, airDensity = SEA_LEVEL_DENSITY): number =>
  0.5 * airDensity * make.dragCoefficient * make.diameterM * windMps * windMps;

/** Sample points along the line, as shares of its length, and their weights: Gauss-Legendre of order five. */
const PLACES = [0.04691007703066802, 0.23076534494715845, 0.5, 0.7692346550528415, 0.953089922969332] as const;
const WEIGHTS = [
  0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454,
] as const;
const COUNT = PLACES.length;
/** Share of the couple by which the force along the line differs from that under the mean load: for a linear load. */
const BENDS = PLACES.map((place) => 1 - 6 * place * (1 - place));

/** Lower bound of the chord, metres. */
const LEAST_CHORD_M = 0.01;

/**
 * Wind load on a hanging line: sampled at several points, each at its own height, where only the wind across the line
 * counts (Hoerner's cross-flow principle). The shape follows the mean load; the moment of the stronger wind higher up
 * is carried by a force couple across the chord at the ends.
 */
export class WindLoad {
  readonly #areaPerM: number;
  readonly #footUpM: number;
  /** Mean load, newton per metre. */
  eastNPerM = 0;
  northNPerM = 0;
  upNPerM = 0;
  /** Additional load of the top end beyond one half, and reduction at the lower end, newton. */
  pairEastN = 0;
  pairNorthN = 0;
  pairUpN = 0;
  /**
   * Drag per velocity of the line across the wind, newton seconds per square metre; along the wind it is twice that.
   */
  dragNsPerM2 = 0;
  /** Increase per m/s of wind across it, newton s^2 per cubic metre. */
  dragPerSpeed = 0;

  /** @param footUpM height of the lower end above the ground of the wind profile */
  constructor(make: Make, footUpM: number) {
    this.#footUpM = footUpM;
    this.#areaPerM = 0.5 * make.dragCoefficient * make.diameterM;
  }

  /** Velocity of the Kite: the line moves with it, more so further up, m/s. */
  topEastMps = 0;
  topNorthMps = 0;

  /** @param line present shape */
  update(line: HangingLine, wind: Wind, { airDensity }: { readonly airDensity: number }, frame: FrameSpeed): void {
    line.locate();
    const chordM = Math.max(
      LEAST_CHORD_M,
      Math.sqrt(line.eastM * line.eastM + line.northM * line.northM + line.upM * line.upM),
    );
    const alongEast = line.eastM / chordM;
    const alongNorth = line.northM / chordM;
    const alongUp = line.upM / chordM;
    const gustEast = wind.tetherGustEastMps - frame.eastMps;
    const gustNorth = wind.tetherGustNorthMps - frame.northMps;
    const { pairEastN: pairEast, pairNorthN: pairNorth, pairUpN: pairUp } = this;
    this.#clear();
    this.dragPerSpeed = this.#areaPerM * airDensity;
    for (let index = 0; index < COUNT; index += 1) {
      const atM = PLACES[index]! * line.lengthM;
      line.locate(atM);
      const mean = wind.lineMpsAt(this.#footUpM + line.upM);
      const share = (line.eastM * alongEast + line.northM * alongNorth + line.upM * alongUp) / chordM;
      const east = mean * wind.blowsEast + gustEast - share * this.topEastMps;
      const north = mean * wind.blowsNorth + gustNorth - share * this.topNorthMps;
      const bend = BENDS[index]!;
      const pullEast = line.baseEastN - atM * line.loadEastNPerM - bend * pairEast;
      const pullNorth = line.baseNorthN - atM * line.loadNorthNPerM - bend * pairNorth;
      const pullUp = line.baseUpN - atM * line.loadUpNPerM - bend * pairUp;
      const pull2 = pullEast * pullEast + pullNorth * pullNorth + pullUp * pullUp;
      const perPull = pull2 === 0 ? 0 : (east * pullEast + north * pullNorth) / pull2;
      const acrossEast = east - perPull * pullEast;
      const acrossNorth = north - perPull * pullNorth;
      const acrossUp = -perPull * pullUp;
      const speed = Math.sqrt(acrossEast * acrossEast + acrossNorth * acrossNorth + acrossUp * acrossUp);
      const load = WEIGHTS[index]! * this.#areaPerM * airDensity * speed;
      this.dragNsPerM2 += load;
      const arm = share - 0.5;
      this.#add(load * acrossEast, load * acrossNorth, load * acrossUp, arm * line.lengthM);
    }
    // Along the chord a couple has no moment.
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
    this.dragNsPerM2 = 0;
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
