import type { Translation } from '../body/translation.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { ForceSensor } from '../tether/force-sensor.ts';
import { leaningShare, ProfileLoad } from '../tether/profile-load.ts';
import type { DisturbanceObserver } from './disturbance-observer.ts';

/** Speed of the air whose drag has this size, m/s: the positive root of drag = linear v + 1/2 rho area v^2. */
export function airspeedOfDrag(dragN: number, linearNsPerM: number, areaM2: number, airDensity: number): number {
  const quadratic = 0.5 * airDensity * areaM2;
  return (Math.sqrt(linearNsPerM * linearNsPerM + 4 * quadratic * dragN) - linearNsPerM) / (2 * quadratic);
}

/**
 * The wind as the Kite knows it, by what the air does to Kite and tether together: the force that the Kite feels beside
 * its thrust and the pull on the base, which the Ground Station measures, are that.
 */
export class WindEstimate {
  readonly #kite: SimulatorParameters['kite'];
  /** Area of a metre of tether that counts, m^2. */
  readonly #areaPerM: number;
  readonly #load: ProfileLoad;
  readonly #share: number;
  readonly #sustainedShare: number;
  /** Averaged over a short time, and over a longer one. */
  speedMps = 0;
  sustainedMps = 0;
  /** Where it blows to, averaged over a short time; 0 on the ground. */
  eastMps = 0;
  northMps = 0;
  /** The readings of the force sensor can't be right. A fault's monitor sets it. */
  distrustsBase = false;

  constructor(parameters: SimulatorParameters, periodS: number) {
    const { kite, tether, wind } = parameters;
    this.#kite = kite;
    this.#areaPerM = tether.dragCoefficient * tether.diameterM;
    this.#load = new ProfileLoad(wind.profileExponent);
    this.#share = lagShare(periodS, wind.estimateTimeS);
    this.#sustainedShare = lagShare(periodS, wind.sustainedTimeS);
  }

  /** In the cradle, by the anemometer beside it. */
  updateOnGround(measuredMps: number): void {
    this.#average(Math.max(0, measuredMps));
    this.eastMps = 0;
    this.northMps = 0;
  }

  /**
   * @param tetherM length that the air passes
   * @param isHeld the Kite keeps its place: one that the wind has carried to where all forces balance feels none
   */
  updateInFlight(
    feels: DisturbanceObserver,
    base: ForceSensor,
    tetherM: number,
    motion: Translation,
    isHeld: boolean,
  ): void {
    if (!isHeld && !base.isValid) return;
    const { massKg, linearDragNsPerM, dragAreaM2 } = this.#kite;
    const knowsBase = base.isValid && !this.distrustsBase;
    this.#load.reach(tetherM);
    // Without the pull on the base: what the top end of the tether carries of what the wind does to it.
    const { meanShare, pairShare } = this.#load;
    const share = knowsBase ? meanShare * leaningShare(base.levelShare) : meanShare / 2 + pairShare;
    const eastN = massKg * feels.eastMps2 + (knowsBase ? base.eastN : 0);
    const northN = massKg * feels.northMps2 + (knowsBase ? base.northN : 0);
    const areaM2 = dragAreaM2 + this.#areaPerM * tetherM * share;
    const dragN = Math.sqrt(eastN * eastN + northN * northN);
    const speed = airspeedOfDrag(dragN, linearDragNsPerM, areaM2, motion.airDensity);
    const perN = dragN === 0 ? 0 : speed / dragN;
    this.eastMps += this.#share * (eastN * perN - this.eastMps);
    this.northMps += this.#share * (northN * perN - this.northMps);
    this.#average(speed);
  }

  #average(measuredMps: number): void {
    this.speedMps += this.#share * (measuredMps - this.speedMps);
    this.sustainedMps += this.#sustainedShare * (measuredMps - this.sustainedMps);
  }
}
