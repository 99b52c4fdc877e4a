import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
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
/** Mass and own velocity of the mode per those of the bow's middle: a half wave, loaded evenly. */
const MODE_SHARE = 8 / Math.PI ** 2;
/**
 * Upper bound of what stretch adds to the squared frequency: at twice the frequency the mode takes another shape
 * (Irvine's crossing, lambda^2 = 4 pi^2), which one bow cannot. Of bounds from 2 to 7 the closest to a line of 24 masses.
 */
const MOST_STIFFENING = 2 ** 2 - 1;

/**
 * The first natural mode of a taut line: its bow moves by the difference of the wind's load and the load that
 * corresponds to its shape. It meets the wind minus its own velocity. In the direction of the bow the line must stretch
 * for a larger one, which makes it faster, and a Kite that moves away pulls on the bow before it yields (Irvine's
 * lambda^2 / 12 is the ratio of bow to stretch). Gravity is constant and needs no mode.
 */
export class BowMode {
  #stepS: number;
  readonly #kgPerM: number;
  #frequencyRadps = 1.5;
  /** Mass per metre, increased where a faster mode would exceed the bound. */
  #sluggishKgPerM = 0.5;
  /** Load per metre of bow, N/m^2. */
  #loadPerBow = 0.5;
  /** Increase of it by stretch in the direction of the bow, as a share. */
  #stiffening = 0;
  /** Increase of the load per metre by which the Kite moves away, N/m^2. */
  #loadPerPull = 0;
  /** Direction of the bow. */
  #bowEast = 0;
  #bowNorth = 0;
  #bowUp = 0;
  /** Wind load on a bow at rest, with the slope of its drag at the present velocity. */
  #loadEastNPerM = 0;
  #loadNorthNPerM = 0;
  #loadUpNPerM = 0;
  /** Direction of the air relative to the bow. */
  #withEast = 0;
  #withNorth = 0;
  #withUp = 0;
  /** Share of the velocity that a step keeps across that air, and its additional loss along it. */
  #keptShare = 1;
  #lostShare = 0;
  /** Velocity of the bow's middle, m/s. */
  #eastMps = 0;
  #northMps = 0;
  #upMps = 0;
  /** Load that corresponds to the shape, newton per metre. */
  eastNPerM = 0;
  northNPerM = 0;
  upNPerM = 0;

  constructor(stepS: number, massPerM: number) {
    this.#stepS = stepS;
    this.#kgPerM = MODE_SHARE * massPerM;
    this.#sluggishKgPerM = this.#kgPerM;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#frequencyRadps, this.#sluggishKgPerM] = archive.all(this.#frequencyRadps, this.#sluggishKgPerM);
    [this.#loadPerBow, this.#stiffening, this.#loadPerPull] = archive.all(
      this.#loadPerBow,
      this.#stiffening,
      this.#loadPerPull,
    );
    [this.#bowEast, this.#bowNorth, this.#bowUp] = archive.all(this.#bowEast, this.#bowNorth, this.#bowUp);
    [this.#loadEastNPerM, this.#loadNorthNPerM] = archive.all(this.#loadEastNPerM, this.#loadNorthNPerM);
    [this.#loadUpNPerM, this.#withEast] = archive.all(this.#loadUpNPerM, this.#withEast);
    [this.#withNorth, this.#withUp, this.#keptShare] = archive.all(this.#withNorth, this.#withUp, this.#keptShare);
    [this.#lostShare, this.#eastMps, this.#northMps] = archive.all(this.#lostShare, this.#eastMps, this.#northMps);
    this.#upMps = archive.of(this.#upMps);
  }

  /** Steps have this length from now on. */
  retime(stepS: number): void {
    this.#stepS = stepS;
  }

  /**
   * @param tensionN steady tension; the present one, by which load and bow are related now
   * @param springNPerM of the line and of its path
   */
  meetTension(tensionN: number, presentN: number, lengthM: number, springNPerM: number): void {
    const loadPerBow = (8 * tensionN) / (lengthM * lengthM);
    const frequencyRadps = Math.sqrt(loadPerBow / this.#kgPerM);
    const slowed = Math.max(1, frequencyRadps / FASTEST_RADPS);
    this.#loadPerBow = loadPerBow;
    this.#frequencyRadps = frequencyRadps / slowed;
    this.#sluggishKgPerM = this.#kgPerM * slowed * slowed;
    const { eastNPerM, northNPerM, upNPerM } = this;
    const load = Math.sqrt(eastNPerM * eastNPerM + northNPerM * northNPerM + upNPerM * upNPerM);
    this.#bowEast = load === 0 ? 0 : eastNPerM / load;
    this.#bowNorth = load === 0 ? 0 : northNPerM / load;
    this.#bowUp = load === 0 ? 0 : upNPerM / load;
    const bowM = (load * lengthM * lengthM) / (8 * presentN);
    const bowPerStretch = (16 * springNPerM * bowM * bowM) / (3 * lengthM * tensionN);
    this.#stiffening = bowPerStretch / Math.sqrt(1 + (bowPerStretch / MOST_STIFFENING) ** 2);
    const share = (1 + this.#stiffening) / (1 + bowPerStretch);
    this.#loadPerPull = (8 * springNPerM * bowM * share) / (lengthM * lengthM);
  }

  /** The drag is quadratic: here with its slope at the present velocity, twice as large along the air as across it. */
  meetLoad({ eastNPerM, northNPerM, upNPerM, dragPerSpeed }: WindLoad): void {
    const load = Math.sqrt(eastNPerM * eastNPerM + northNPerM * northNPerM + upNPerM * upNPerM);
    const pressed = dragPerSpeed * load;
    const perLoad = pressed === 0 ? 0 : 1 / Math.sqrt(pressed);
    const ownEast = MODE_SHARE * this.#eastMps;
    const ownNorth = MODE_SHARE * this.#northMps;
    const ownUp = MODE_SHARE * this.#upMps;
    const east = perLoad * eastNPerM - ownEast;
    const north = perLoad * northNPerM - ownNorth;
    const up = perLoad * upNPerM - ownUp;
    const speed = Math.sqrt(east * east + north * north + up * up);
    this.#withEast = speed === 0 ? 0 : east / speed;
    this.#withNorth = speed === 0 ? 0 : north / speed;
    this.#withUp = speed === 0 ? 0 : up / speed;
    const drag = dragPerSpeed * speed;
    const along = ownEast * this.#withEast + ownNorth * this.#withNorth + ownUp * this.#withUp;
    this.#loadEastNPerM = drag * (east + ownEast + along * this.#withEast);
    this.#loadNorthNPerM = drag * (north + ownNorth + along * this.#withNorth);
    this.#loadUpNPerM = drag * (up + ownUp + along * this.#withUp);
    const dragPerS = (MODE_SHARE * drag) / this.#sluggishKgPerM + 2 * OWN_DAMPING * this.#frequencyRadps;
    // Implicit: a line without weight would follow the air at once.
    const loss = this.#stepS * dragPerS;
    this.#keptShare = 1 / (1 + loss);
    this.#lostShare = this.#keptShare - 1 / (1 + 2 * loss);
  }

  /** @param awayMps velocity of the Kite away from the length paid out */
  step(awayMps: number): void {
    const stepS = this.#stepS;
    const perMass = stepS / this.#sluggishKgPerM;
    const east = this.#eastMps + perMass * (this.#loadEastNPerM - this.eastNPerM);
    const north = this.#northMps + perMass * (this.#loadNorthNPerM - this.northNPerM);
    const up = this.#upMps + perMass * (this.#loadUpNPerM - this.upNPerM);
    const kept = this.#keptShare;
    const lost = this.#lostShare * (east * this.#withEast + north * this.#withNorth + up * this.#withUp);
    this.#eastMps = kept * east - lost * this.#withEast;
    this.#northMps = kept * north - lost * this.#withNorth;
    this.#upMps = kept * up - lost * this.#withUp;
    const along = this.#eastMps * this.#bowEast + this.#northMps * this.#bowNorth + this.#upMps * this.#bowUp;
    const perBow = stepS * this.#loadPerBow;
    const more = perBow * this.#stiffening * along + stepS * this.#loadPerPull * awayMps;
    this.eastNPerM += perBow * this.#eastMps + more * this.#bowEast;
    this.northNPerM += perBow * this.#northMps + more * this.#bowNorth;
    this.upNPerM += perBow * this.#upMps + more * this.#bowUp;
  }
}
