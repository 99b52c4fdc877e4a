import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { type EarthField, earthField } from '../sensors/earth-field.ts';
import { Magnetometer } from '../sensors/magnetometer.ts';
import { Compass } from './compass.ts';
import { LeanEstimate } from './lean-estimate.ts';

const QUIET = { hardIronUt: 0, softIronShare: 0, driftUt: 0, whiteUt: 0, leadsUtPerKw: 0 };
const SITE = earthField({ latDeg: 47.3769, lonDeg: 8.5417, heightM: 408 });
const LEVEL = { east: 0, north: 0 };
/** Measurement of the field by a Kite in this attitude. */
function make(overrides: ParameterOverrides['magnetometer'] = QUIET, seed = 1, field: EarthField = SITE) {
  const parameters = parametersWith({ magnetometer: overrides, ownModel: { leanBiasDeg: 0, leanErrorDeg: 0 } });
  const magnetometer = new Magnetometer(parameters.magnetometer, field, randomStream(seed, 'magnetometer'), 0.05);
  const compass = new Compass(field);
  const known = new LeanEstimate(parameters.ownModel, randomStream(1, 'lean estimate'), 0.1);
  const headingDeg = (trueDeg: number, lean = LEVEL, watts = 0) => {
    magnetometer.read(trueDeg, lean, watts);
    compass.update(magnetometer, trueDeg, lean, known, watts);
    return compass.headingDeg;
  };
  return { magnetometer, compass, known, headingDeg };
}

describe('the heading by the magnetometer', () => {
  it('is right but for what lies in the crust, on any heading, level and leaning', () => {
    for (const trueDeg of [0, 40, 123, 271, 725]) {
      for (const lean of [LEVEL, { east: 0.4, north: 0 }, { east: -0.2, north: 0.3 }]) {
        near(make().headingDeg(trueDeg, lean), trueDeg, 0.7);
      }
    }
    const { headingDeg } = make();
    near(headingDeg(200, { east: 0.3, north: -0.2 }), headingDeg(200), 1e-9);
  });

  it('measures along the axes of the Kite', () => {
    const { magnetometer, headingDeg } = make(QUIET, 1, { northUt: 20, eastUt: 0, downUt: 40 });
    headingDeg(90);
    near(magnetometer.forwardUt, 0, 0.3);
    near(magnetometer.rightUt, -20, 0.3);
    near(magnetometer.downUt, 40, 0.5);
    // Nose to the North, leaning 45 degrees ahead: the nose points half down.
    headingDeg(0, { east: 0, north: 1 });
    near(magnetometer.forwardUt, 60 * Math.SQRT1_2, 0.5);
    near(magnetometer.downUt, 20 * Math.SQRT1_2, 0.5);
  });

  it('is wrong by a lean that is known wrong, the more the steeper the field', () => {
    const { known, headingDeg } = make();
    const rightDeg = headingDeg(0);
    known.offEast = Math.tan(Math.PI / 180);
    near(Math.abs(headingDeg(0) - rightDeg), 2, 0.1);
  });

  it('reads less when North seems to lie further east, and measures the field as it is', () => {
    const { magnetometer, compass, headingDeg } = make(QUIET, 1, { northUt: 21.5, eastUt: 0, downUt: 43 });
    magnetometer.disturbanceEastUt = 5;
    near(headingDeg(90), 90 - 13.09, 0.5);
    near(compass.fieldUt, Math.hypot(5, 21.5), 0.3);
  });

  it('does not follow the thrust as long as the leads are where they were calibrated', () => {
    const leads = { ...QUIET, leadsUtPerKw: 8, leadsErrorShare: 0 };
    const { magnetometer, headingDeg } = make(leads);
    near(headingDeg(90, LEVEL, 500), headingDeg(90, LEVEL, 0), 1e-9);
    magnetometer.faultUtPerW = 0.02;
    assert.ok(Math.abs(headingDeg(0, LEVEL, 500) - 0) < 2, 'along the field it only changes its strength');
    assert.ok(Math.abs(headingDeg(90, LEVEL, 500) - 90) > 15);
  });

  it('errs by about two degrees with iron, leads and noise, another one for each seed', () => {
    const errors = Array.from({ length: 400 }, (_, seed) => make({}, seed).headingDeg(77, LEVEL, 300) - 77);
    const sigma = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
    near(sigma, 1.4, 0.3);
  });
});
