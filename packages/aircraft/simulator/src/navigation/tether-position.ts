import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { Translation } from '../body/translation.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { ForceSensor } from '../tether/force-sensor.ts';
import { HangingLine } from '../tether/hanging-line.ts';
import { leaningShare, ProfileLoad } from '../tether/profile-load.ts';
import type { Winch } from '../tether/winch.ts';
import type { WindEstimate } from './wind-estimate.ts';

/**
 * Position of the Kite by its tether: the line is followed from its base, where length, force and direction are
 * measured, with the bow by weight and wind.
 */
export class TetherPosition {
  readonly #tether: SimulatorParameters['tether'];
  readonly #share: number;
  readonly #line = new HangingLine();
  readonly #load: ProfileLoad;
  #baseEastN = 0;
  #baseNorthN = 0;
  #wasValid = false;
  isValid = false;
  /** Relative to the Ground Station, metres. */
  eastM = 0;
  northM = 0;
  upM = 0;
  /** Straight distance from the tether exit, which is below the cradle, to the Kite, metres. */
  distanceM = 0;

  constructor(parameters: SimulatorParameters, periodS: number) {
    this.#tether = parameters.tether;
    this.#load = new ProfileLoad(parameters.wind.profileExponent);
    this.#share = lagShare(periodS, parameters.forceSensor.filterS);
    this.#line.loadUpNPerM = -this.#tether.massPerM * GRAVITY_MPS2;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#baseEastN, this.#baseNorthN] = archive.all(this.#baseEastN, this.#baseNorthN);
    this.#wasValid = archive.of(this.#wasValid);
    archive.in(this.#line, this.#load);
  }

  /** @param isUsable false when the readings are known to be wrong */
  update(sensor: ForceSensor, winch: Winch, wind: WindEstimate, motion: Translation, isUsable: boolean): void {
    this.isValid = isUsable && sensor.isValid;
    if (this.isValid) this.#follow(sensor, winch, wind, motion);
    this.#wasValid = this.isValid;
  }

  #follow(sensor: ForceSensor, winch: Winch, wind: WindEstimate, motion: Translation): void {
    const lengthM = winch.measuredM;
    const line = this.#line;
    const { dragCoefficient, diameterM, stiffnessN, seriesNPerM, throatM } = this.#tether;
    const share = this.#wasValid ? this.#share : 1;
    this.#baseEastN += share * (sensor.eastN - this.#baseEastN);
    this.#baseNorthN += share * (sensor.northN - this.#baseNorthN);
    line.baseUpN += share * (sensor.upN - line.baseUpN);
    const speed = Math.sqrt(wind.eastMps * wind.eastMps + wind.northMps * wind.northMps);
    const leaning = leaningShare(sensor.levelShare);
    const perMps = 0.5 * motion.airDensity * dragCoefficient * diameterM * leaning * speed;
    this.#load.reach(lengthM);
    const { meanShare, pairShare } = this.#load;
    line.lengthM = lengthM + throatM;
    line.loadEastNPerM = perMps * meanShare * wind.eastMps;
    line.loadNorthNPerM = perMps * meanShare * wind.northMps;
    // At the same mean load, the moment of the uneven load adds a force couple at the base.
    const pairPerMps = perMps * pairShare * line.lengthM;
    line.baseEastN = this.#baseEastN + pairPerMps * wind.eastMps;
    line.baseNorthN = this.#baseNorthN + pairPerMps * wind.northMps;
    line.stiffnessN = line.lengthM / (lengthM / stiffnessN + 1 / seriesNPerM);
    line.locate();
    this.eastM = line.eastM;
    this.northM = line.northM;
    this.upM = line.upM - throatM;
    this.distanceM = Math.sqrt(line.eastM * line.eastM + line.northM * line.northM + line.upM * line.upM);
  }
}
