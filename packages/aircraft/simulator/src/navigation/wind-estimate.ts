import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { DEG_PER_RAD, wrap360 } from '../angle.ts';
import type { Translation } from '../body/translation.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { ForceSensor } from '../tether/force-sensor.ts';
import { leaningShare, ProfileLoad } from '../tether/profile-load.ts';
import type { DisturbanceObserver } from './disturbance-observer.ts';

/** Below this the direction is that of the estimate's errors. */
const CALM_MPS = 0.5;

/** Airspeed of this drag, m/s: the positive root of drag = linear v + 1/2 rho area v^2. */
export function airspeedOfDrag(dragN: number, linearNsPerM: number, areaM2: number, airDensity: number): number {
  const quadratic = 0.5 * airDensity * areaM2;
  return (Math.sqrt(linearNsPerM * linearNsPerM + 4 * quadratic * dragN) - linearNsPerM) / (2 * quadratic);
}

/**
 * Wind estimate of the Kite, from the air's force on Kite and tether together: the force on the Kite other than
 * thrust, and the force at the base that the Ground Station measures.
 */
export class WindEstimate {
  readonly #kite: SimulatorParameters['kite'];
  /** Effective area of a metre of tether, m^2. */
  readonly #areaPerM: number;
  readonly #load: ProfileLoad;
  readonly #share: number;
  readonly #sustainedShare: number;
  /** Short and long average, m/s. */
  speedMps = 0;
  sustainedMps = 0;
  /** Direction it blows to, short average; 0 on the ground. */
  eastMps = 0;
  northMps = 0;
  /** The readings of the force sensor have failed. Set by a monitor. */
  distrustsBase = false;

  constructor(parameters: SimulatorParameters, periodS: number) {
    const { kite, tether, wind } = parameters;
    this.#kite = kite;
    this.#areaPerM = tether.dragCoefficient * tether.diameterM;
    this.#load = new ProfileLoad(wind.profileExponent);
    this.#share = lagShare(periodS, wind.estimateTimeS);
    this.#sustainedShare = lagShare(periodS, wind.sustainedTimeS);
  }

  /** Direction it comes from, degrees clockwise from North; undefined on the ground, and in air too calm for one. */
  get fromDeg(): number | undefined {
    if (Math.hypot(this.eastMps, this.northMps) < CALM_MPS) return undefined;
    return wrap360(Math.atan2(-this.eastMps, -this.northMps) * DEG_PER_RAD);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#load);
  }

  /** In the cradle, by the anemometer beside it. */
  updateOnGround(measuredMps: number): void {
    this.#average(Math.max(0, measuredMps));
    this.eastMps = 0;
    this.northMps = 0;
  }

  /**
   * @param tetherM length of tether in the wind
   * @param isHeld the Kite holds its position: a Kite that drifted to the balance of all forces measures none
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
    // Without the force at the base: the share of the tether's wind load that its upper end carries.
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
