import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { GpsConstellation } from './gps-constellation.ts';

/** Correlation time of gaps between leaves: wind, and satellites that move on. Assumed. */
const GAP_TIME_S = 30;

/** Satellites in view of a receiver: limited by houses on both sides of a street, tree tops, and the elevation mask. */
export class GpsSky {
  readonly #sky: SimulatorParameters['sky'];
  readonly #leastUp: number;
  /** Horizontal unit vector across the street. */
  readonly #acrossEast: number;
  readonly #acrossNorth: number;
  readonly #random: RandomStream;
  readonly #gapShare: number;
  /** Density of the leaves on the path of each satellite, as a quantile of clear paths: uniform. */
  readonly #gaps: Float64Array;
  readonly seen: Uint8Array;

  /** @param maskDeg satellites below this elevation are not used */
  constructor(
    sky: SimulatorParameters['sky'],
    maskDeg: number,
    satellites: number,
    random: RandomStream,
    periodS: number,
  ) {
    this.#sky = sky;
    this.#leastUp = Math.sin(maskDeg * RAD_PER_DEG);
    this.#acrossEast = Math.cos(sky.streetHeadingDeg * RAD_PER_DEG);
    this.#acrossNorth = -Math.sin(sky.streetHeadingDeg * RAD_PER_DEG);
    this.#random = random;
    this.#gapShare = Math.min(1, periodS / GAP_TIME_S);
    this.#gaps = Float64Array.from({ length: satellites }, () => random.uniform());
    this.seen = new Uint8Array(satellites);
  }

  [STATE](archive: StateArchive): void {
    archive.in(this.#random, this.#gaps, this.seen);
  }

  /** Share of the sky that houses and leaves hide from a receiver at this height, 0 to 1: by solid angle. */
  coveredShare(heightM: number): number {
    const { streetWidthM, canopyClearM } = this.#sky;
    const wallDeg = Math.atan2(this.#roofOverM(heightM), streetWidthM / 2) * DEG_PER_RAD;
    return 1 - (1 - wallDeg / 90) * Math.exp(-this.#leavesOverM(heightM) / canopyClearM);
  }

  /** Evaluates the view from a height above the Ground Station. */
  look({ east, north, up }: GpsConstellation, heightM: number): void {
    const roofSlope = this.#roofOverM(heightM) / (this.#sky.streetWidthM / 2);
    const leaves = this.#leavesOverM(heightM) / this.#sky.canopyClearM;
    for (let index = 0; index < this.seen.length; index += 1) {
      const rise = up[index]!;
      const across = Math.abs(east[index]! * this.#acrossEast + north[index]! * this.#acrossNorth);
      const isOver = rise >= this.#leastUp && rise >= roofSlope * across;
      this.seen[index] = isOver && this.#gap(index) < Math.exp(-leaves / rise) ? 1 : 0;
    }
  }

  #roofOverM(heightM: number): number {
    return Math.max(0, this.#sky.roofM - heightM);
  }

  #leavesOverM(heightM: number): number {
    return Math.max(0, this.#sky.canopyM - heightM);
  }

  #gap(index: number): number {
    // Nothing is drawn without leaves: this stream is separate, so nothing else changes.
    if (this.#sky.canopyM > 0 && this.#random.uniform() < this.#gapShare) this.#gaps[index] = this.#random.uniform();
    return this.#gaps[index]!;
  }
}
