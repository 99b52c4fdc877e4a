import { STATE, type StateArchive } from '@kitestring/station/snapshot/state-archive.ts';
import type { WindLoad } from './wind-load.ts';

/**
 * Upper bound of the mode's frequency, that of 5 m of tether, rad/s: a faster mode neither moves the Kite nor is
 * visible.
 */
const FASTEST_RADPS = 40;
/**
 * Friction between strands and jacket, as a share of critical damping. Assumed: cables have 0.002 to 0.02, short thin
 * ones more.
 */
const OWN_DAMPING = 0.03;
/** Sag per load: q L^2 / 8 T, with L^2 / T from the first mode's frequency. */
const BOW_SHARE = Math.PI ** 2 / 8;

/**
 * The first natural mode of a taut line, as the load that corresponds to its shape: it swings about the wind load,
 * damped by the air, twice as much along the wind as across it (the slope of a quadratic drag). Gravity is constant
 * and needs no mode.
 */
export class BowMode {
  readonly #stepS: number;
  readonly #massPerM: number;
  #frequencyRadps = 1.5;
  /** Mass per metre, increased where a faster mode would exceed the bound. */
  #sluggishKgPerM = 0.5;
  #loadEastNPerM = 0;
  #loadNorthNPerM = 0;
  #loadUpNPerM = 0;
  /** Direction of the load. */
  #withEast = 0;
  #withNorth = 0;
  #withUp = 0;
  /** Share of the velocity that a step keeps across the wind, and its additional loss along the wind. */
  #keptShare = 1;
  #lostShare = 0;
  #eastRate = 0;
  #northRate = 0;
  #upRate = 0;
  /** Load that corresponds to the shape, newton per metre. */
  eastNPerM = 0;
  northNPerM = 0;
  upNPerM = 0;

  constructor(stepS: number, massPerM: number) {
    this.#stepS = stepS;
    this.#massPerM = massPerM;
    this.#sluggishKgPerM = massPerM;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#frequencyRadps, this.#sluggishKgPerM] = archive.all(this.#frequencyRadps, this.#sluggishKgPerM);
    [this.#loadEastNPerM, this.#loadNorthNPerM] = archive.all(this.#loadEastNPerM, this.#loadNorthNPerM);
    [this.#loadUpNPerM, this.#withEast] = archive.all(this.#loadUpNPerM, this.#withEast);
    [this.#withNorth, this.#withUp, this.#keptShare] = archive.all(this.#withNorth, this.#withUp, this.#keptShare);
    [this.#lostShare, this.#eastRate, this.#northRate] = archive.all(this.#lostShare, this.#eastRate, this.#northRate);
    this.#upRate = archive.of(this.#upRate);
  }

  /** Magnitude: wind load across the line. */
  get acrossNPerM(): number {
    return Math.sqrt(this.eastNPerM ** 2 + this.northNPerM ** 2 + this.upNPerM ** 2);
  }

  meetTension(frequencyRadps: number): void {
    const slowed = Math.max(1, frequencyRadps / FASTEST_RADPS);
    this.#frequencyRadps = frequencyRadps / slowed;
    this.#sluggishKgPerM = this.#massPerM * slowed * slowed;
  }

  meetLoad({ eastNPerM, northNPerM, upNPerM, dragNsPerM2, dragPerSpeed }: WindLoad): void {
    this.#loadEastNPerM = eastNPerM;
    this.#loadNorthNPerM = northNPerM;
    this.#loadUpNPerM = upNPerM;
    const load = Math.sqrt(eastNPerM * eastNPerM + northNPerM * northNPerM + upNPerM * upNPerM);
    this.#withEast = load === 0 ? 0 : eastNPerM / load;
    this.#withNorth = load === 0 ? 0 : northNPerM / load;
    this.#withUp = load === 0 ? 0 : upNPerM / load;
    // Velocity of the line's middle by its own swing: in a calm the only damping.
    const rate = Math.sqrt(this.#eastRate ** 2 + this.#northRate ** 2 + this.#upRate ** 2);
    const ownMps = (BOW_SHARE * rate) / (this.#sluggishKgPerM * this.#frequencyRadps * this.#frequencyRadps);
    // Per speed across the wind and per mass, 1/s.
    const dragPerS =
      (dragNsPerM2 + dragPerSpeed * ownMps) / this.#sluggishKgPerM + 2 * OWN_DAMPING * this.#frequencyRadps;
    // Implicit: a line without weight would follow the air at once.
    const drag = this.#stepS * dragPerS;
    this.#keptShare = 1 / (1 + drag);
    this.#lostShare = this.#keptShare - 1 / (1 + 2 * drag);
  }

  step(): void {
    const stepS = this.#stepS;
    const spring = stepS * this.#frequencyRadps * this.#frequencyRadps;
    this.#eastRate += spring * (this.#loadEastNPerM - this.eastNPerM);
    this.#northRate += spring * (this.#loadNorthNPerM - this.northNPerM);
    this.#upRate += spring * (this.#loadUpNPerM - this.upNPerM);
    const along = this.#eastRate * this.#withEast + this.#northRate * this.#withNorth + this.#upRate * this.#withUp;
    const kept = this.#keptShare;
    const lost = along * this.#lostShare;
    this.#eastRate = kept * this.#eastRate - lost * this.#withEast;
    this.#northRate = kept * this.#northRate - lost * this.#withNorth;
    this.#upRate = kept * this.#upRate - lost * this.#withUp;
    this.eastNPerM += stepS * this.#eastRate;
    this.northNPerM += stepS * this.#northRate;
    this.upNPerM += stepS * this.#upRate;
  }
}
