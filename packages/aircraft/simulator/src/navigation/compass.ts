import { DEG_PER_RAD, nearestTurn, RAD_PER_DEG } from '../angle.ts';
import type { Lean } from '../body/translation.ts';
import type { EarthField } from '../sensors/earth-field.ts';
import type { Magnetometer } from '../sensors/magnetometer.ts';
import type { LeanEstimate } from './lean-estimate.ts';

/**
 * Heading by the magnetometer: the calibrated field of the motor leads is subtracted, the rest is levelled by the tilt
 * estimate, and the declination of the World Magnetic Model is added.
 */
export class Compass {
  readonly #declinationDeg: number;
  /** Horizontal field strength of the model at the site, microtesla. */
  readonly expectedUt: number;
  /** Degrees clockwise from North, unwrapped to the turn nearest to the true heading. */
  headingDeg = 0;
  /** Measured horizontal field strength, microtesla. */
  fieldUt = 0;

  constructor(model: EarthField) {
    this.#declinationDeg = Math.atan2(model.eastUt, model.northUt) * DEG_PER_RAD;
    this.expectedUt = Math.hypot(model.northUt, model.eastUt);
    this.fieldUt = this.expectedUt;
  }

  /**
   * @param headingDeg, lean attitude of the Kite's axes, by the gravity along them that its accelerometer measures
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

  /** Converts from the axes of a tilted Kite (tangents forward and right) to level ones. */
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
