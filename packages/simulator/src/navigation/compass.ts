import { DEG_PER_RAD, nearestTurn, RAD_PER_DEG } from '../angle.ts';
import type { Lean } from '../body/translation.ts';
import type { EarthField } from '../sensors/earth-field.ts';
import type { Magnetometer } from '../sensors/magnetometer.ts';
import type { LeanEstimate } from './lean-estimate.ts';

/**
 * Heading by the magnetometer: the field of the motors' leads is taken off as it was calibrated, the rest turned level by
 * the lean as the Kite knows it, and the declination of the World Magnetic Model added.
 */
export class Compass {
  readonly #declinationDeg: number;
  /** Strength of the level field that the model has for the site, microtesla. */
  readonly expectedUt: number;
  /** Degrees clockwise from North, the turn nearest to the true one. */
  headingDeg = 0;
  /** Strength of the level field as measured, microtesla. */
  fieldUt = 0;

  constructor(model: EarthField) {
    this.#declinationDeg = Math.atan2(model.eastUt, model.northUt) * DEG_PER_RAD;
    this.expectedUt = Math.hypot(model.northUt, model.eastUt);
    this.fieldUt = this.expectedUt;
  }

  /**
   * @param headingDeg, lean how the Kite's axes stand: what gravity is along them, its accelerometer feels
   * @param motorsW as the Kite measures it
   */
  update(magnetometer: Magnetometer, headingDeg: number, lean: Lean, known: LeanEstimate, motorsW: number): void {
    const heading = headingDeg * RAD_PER_DEG;
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    const east = lean.east + known.offEast;
    const north = lean.north + known.offNorth;
    const leads = magnetometer.calibratedLeads;
    const forwardUt = magnetometer.forwardUt - leads.forwardUtPerW * motorsW;
    const rightUt = magnetometer.rightUt - leads.rightUtPerW * motorsW;
    const downUt = magnetometer.downUt - leads.downUtPerW * motorsW;
    this.#level(forwardUt, rightUt, downUt, north * cosine + east * sine, east * cosine - north * sine, headingDeg);
  }

  /** Back from the axes of a Kite that leans ahead and aside by these tangents to level ones. */
  #level(forwardUt: number, rightUt: number, downUt: number, ahead: number, aside: number, headingDeg: number): void {
    const upright = 1 / Math.sqrt(1 + ahead * ahead + aside * aside);
    const nose = 1 / Math.sqrt(1 + ahead * ahead);
    const aheadUt = forwardUt * nose - rightUt * aside * ahead * nose * upright - downUt * ahead * upright;
    const asideUt = (rightUt * (1 + ahead * ahead) * nose - downUt * aside) * upright;
    this.fieldUt = Math.sqrt(aheadUt * aheadUt + asideUt * asideUt);
    const measuredDeg = Math.atan2(-asideUt, aheadUt) * DEG_PER_RAD + this.#declinationDeg;
    this.headingDeg = nearestTurn(headingDeg, measuredDeg);
  }
}
