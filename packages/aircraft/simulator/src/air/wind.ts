import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { RAD_PER_DEG } from '../angle.ts';
import type { RandomStream } from '../noise/rng.ts';
import { Dryden, type Turbulence, W20_HEIGHT_M, w20Mps } from './dryden.ts';
import { type Gust, gustMps, gustShare } from './gust.ts';
import { lineWindMps, meanWindMps } from './wind-profile.ts';

export interface WindConditions {
  /** Mean wind at 10 m, m/s. */
  readonly speedMps: number;
  /** Where it comes from, degrees from North. */
  readonly fromDeg: number;
  /** Turbulence of this wind over this terrain, or a fixed intensity. */
  readonly turbulence: Turbulence;
}

/** Height of the Kite, and its speed over the ground. */
interface AirborneState {
  readonly upM: number;
  readonly eastMps: number;
  readonly northMps: number;
}

export const CALM: WindConditions = { speedMps: 0, fromDeg: 0, turbulence: 'none' };

/**
 * Lower bound of the airspeed that carries the turbulence field past the Kite: in slower air the turbulence would
 * stand still.
 */
const SLOWEST_FIELD_MPS = 1;
/**
 * Standard deviation of the gusts over the whole tether, relative to that at the Kite: turbulence decorrelates with
 * distance. Derived from Dryden's spectrum and Davenport's coherence decay with height (10): 0.93 at 10 m, 0.90 at 45
 * m.
 */
const TETHER_GUST_SHARE = 0.9;
/** Number of updates between two changes of the filters' conditions: height and wind change slowly. */
const UPDATES_PER_CONDITIONS = 10;

/** The wind at the Kite: mean profile, turbulence and a gust. */
export class Wind {
  readonly #exponent: number;
  readonly #periodS: number;
  readonly #turbulence: Dryden;
  #base: WindConditions = CALM;
  #change: WindConditions | undefined;
  #changeShare = 0;
  #speedAt10M = 0;
  /** Turbulence as the wind 20 feet above the ground that produces it, m/s; 0: none. */
  #w20Mps = 0;
  #updates = 0;
  #gust: Gust | undefined;
  #gustUpdates = 0;
  #gustEast = 0;
  #gustNorth = 0;
  /** Wind velocity, m/s, in the direction it blows to. */
  eastMps = 0;
  northMps = 0;
  upMps = 0;
  /** Horizontal wind speed, m/s. */
  speedMps = 0;
  /** Unit vector of the direction that the mean wind blows to. */
  blowsEast = 0;
  blowsNorth = 0;
  /** Gusts and turbulence at the Kite, on top of the mean wind, m/s. */
  gustEastMps = 0;
  gustNorthMps = 0;
  /** Gusts and turbulence averaged over the tether, on top of the mean wind at each height, m/s. */
  tetherGustEastMps = 0;
  tetherGustNorthMps = 0;

  constructor(conditions: WindConditions, profileExponent: number, random: RandomStream, periodS: number) {
    this.#exponent = profileExponent;
    this.#periodS = periodS;
    this.#turbulence = new Dryden(random, periodS);
    this.set(conditions);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#base, this.#change, this.#changeShare] = archive.all(this.#base, this.#change, this.#changeShare);
    [this.#speedAt10M, this.#w20Mps, this.#updates] = archive.all(this.#speedAt10M, this.#w20Mps, this.#updates);
    [this.#gust, this.#gustUpdates, this.#gustEast] = archive.all(this.#gust, this.#gustUpdates, this.#gustEast);
    this.#gustNorth = archive.of(this.#gustNorth);
    archive.in(this.#turbulence);
  }

  set(conditions: WindConditions): void {
    if (!(conditions.speedMps >= 0 && Number.isFinite(conditions.speedMps + conditions.fromDeg))) {
      throw new RangeError(`wind must be a speed of at least 0 and a direction, got ${JSON.stringify(conditions)}`);
    }
    this.#base = conditions;
    this.#blend();
  }

  /** The wind that was set, without a temporary change. */
  get base(): WindConditions {
    return this.#base;
  }

  /** Present mean wind 10 m above the ground, including a temporary change, m/s. */
  get meanAt10M(): number {
    return this.#speedAt10M;
  }

  /** True while a gust lasts. */
  get isGusting(): boolean {
    return this.#gust !== undefined;
  }

  /**
   * Blends in another wind; the same share of the same change again has no effect.
   * @param share 0: the wind that was set; 1: the other wind
   */
  changeTo(conditions: WindConditions, share: number): void {
    if (this.#change !== undefined && share === this.#changeShare) return;
    this.#change = conditions;
    this.#changeShare = share;
    this.#blend();
  }

  endChange(): void {
    this.#change = undefined;
    this.#blend();
  }

  endGust(): void {
    this.#gust = undefined;
  }

  /** Starts a gust now; replaces one that is in progress. */
  startGust(gust: Gust): void {
    if (![gust.peakMps, gust.riseS, gust.holdS, gust.fallS, gust.fromDeg ?? 0].every(Number.isFinite)) {
      throw new RangeError(`a gust needs finite figures, got ${JSON.stringify(gust)}`);
    }
    const fromDeg = gust.fromDeg ?? this.#base.fromDeg;
    this.#gust = gust;
    this.#gustUpdates = 0;
    this.#gustEast = -Math.sin(fromDeg * RAD_PER_DEG);
    this.#gustNorth = -Math.cos(fromDeg * RAD_PER_DEG);
  }

  /** Mean wind at this height above the ground, m/s. */
  meanMpsAt(heightM: number): number {
    return meanWindMps(this.#speedAt10M, heightM, this.#exponent);
  }

  /** The same as the tether meets it. */
  lineMpsAt(heightM: number): number {
    return lineWindMps(this.#speedAt10M, heightM, this.#exponent);
  }

  /** Horizontal wind speed at this height, with the gusts at the Kite, m/s. */
  speedMpsAt(heightM: number): number {
    const mean = this.meanMpsAt(heightM);
    return Math.hypot(mean * this.blowsEast + this.gustEastMps, mean * this.blowsNorth + this.gustNorthMps);
  }

  update(kite: AirborneState): void {
    const mean = this.meanMpsAt(kite.upM);
    this.eastMps = mean * this.blowsEast;
    this.northMps = mean * this.blowsNorth;
    this.upMps = 0;
    if (this.#w20Mps > 0) this.#addTurbulence(kite);
    if (this.#gust !== undefined) this.#addGust(this.#gust, kite.upM);
    this.gustEastMps = this.eastMps - mean * this.blowsEast;
    this.gustNorthMps = this.northMps - mean * this.blowsNorth;
    this.tetherGustEastMps = TETHER_GUST_SHARE * this.gustEastMps;
    this.tetherGustNorthMps = TETHER_GUST_SHARE * this.gustNorthMps;
    this.speedMps = Math.sqrt(this.eastMps * this.eastMps + this.northMps * this.northMps);
  }

  /** Winds are blended as vectors: one that changes direction is weaker in between. */
  #blend(): void {
    const { speedMps, fromDeg } = this.#base;
    const other = this.#change ?? this.#base;
    const share = this.#change === undefined ? 0 : this.#changeShare;
    const east = mixed(-speedMps * sine(fromDeg), -other.speedMps * sine(other.fromDeg), share);
    const north = mixed(-speedMps * cosine(fromDeg), -other.speedMps * cosine(other.fromDeg), share);
    this.#speedAt10M = Math.hypot(east, north);
    // In a calm the direction still applies to gusts and turbulence.
    const stillDeg = share < 1 ? fromDeg : other.fromDeg;
    this.blowsEast = this.#speedAt10M === 0 ? -sine(stillDeg) : east / this.#speedAt10M;
    this.blowsNorth = this.#speedAt10M === 0 ? -cosine(stillDeg) : north / this.#speedAt10M;
    this.#w20Mps = mixed(this.#w20Of(this.#base), this.#w20Of(other), share);
    this.#updates = 0;
  }

  #w20Of({ turbulence, speedMps }: WindConditions): number {
    const windMps = meanWindMps(speedMps, W20_HEIGHT_M, this.#exponent);
    return w20Mps(turbulence, windMps, this.#exponent);
  }

  #addTurbulence(kite: AirborneState): void {
    const turbulence = this.#turbulence;
    if (this.#updates % UPDATES_PER_CONDITIONS === 0) {
      const airspeed = Math.sqrt((this.eastMps - kite.eastMps) ** 2 + (this.northMps - kite.northMps) ** 2);
      turbulence.setConditions(kite.upM, Math.max(SLOWEST_FIELD_MPS, airspeed), this.#w20Mps);
    }
    this.#updates += 1;
    turbulence.step();
    this.eastMps += turbulence.alongMps * this.blowsEast + turbulence.acrossMps * this.blowsNorth;
    this.northMps += turbulence.alongMps * this.blowsNorth - turbulence.acrossMps * this.blowsEast;
    this.upMps = turbulence.upMps;
  }

  #addGust(gust: Gust, heightM: number): void {
    this.#gustUpdates += 1;
    const sinceS = this.#gustUpdates * this.#periodS;
    const speed = gustMps(gust, sinceS) * gustShare(gust, heightM);
    this.eastMps += speed * this.#gustEast;
    this.northMps += speed * this.#gustNorth;
    if (sinceS > gust.riseS + gust.holdS + gust.fallS) this.#gust = undefined;
  }
}

const sine = (angleDeg: number): number => Math.sin(angleDeg * RAD_PER_DEG);
const cosine = (angleDeg: number): number => Math.cos(angleDeg * RAD_PER_DEG);
const mixed = (from: number, to: number, share: number): number => from + share * (to - from);
