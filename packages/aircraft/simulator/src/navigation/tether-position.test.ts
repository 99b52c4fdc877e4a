import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { lineHeldUpright } from '../../verification/oracle/line-in-wind.ts';
import { Translation } from '../body/translation.ts';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { ForceSensor } from '../tether/force-sensor.ts';
import { Winch } from '../tether/winch.ts';
import { TetherPosition } from './tether-position.ts';
import { WindEstimate } from './wind-estimate.ts';

const PERIOD_S = 0.01;
/** Estimate from a measured pull, with this much line paid out, in a known wind to the east. */
function make(lengthM: number, windMps: number) {
  const defaults = parametersWith();
  const parameters = { ...defaults, tether: { ...defaults.tether, throatM: 0 } };
  const position = new TetherPosition(parameters, PERIOD_S);
  const sensor = new ForceSensor(parameters.forceSensor, randomStream(1, 'force sensor'), PERIOD_S);
  const wind = new WindEstimate(parameters, PERIOD_S);
  wind.eastMps = windMps;
  const winch = new Winch(parameters, 0, PERIOD_S);
  const motion = new Translation(parameters.kite, PERIOD_S);
  winch.lengthM = lengthM;
  sensor.isValid = true;
  const read = (eastN: number, northN: number, upN: number, isUsable = true) => {
    Object.assign(sensor, { eastN, northN, upN });
    for (let count = 0; count < 300; count += 1) position.update(sensor, winch, wind, motion, isUsable);
    return position;
  };
  return { sensor, read };
}

describe('the place by the tether', () => {
  it('is along the angle of a tether in still air', () => {
    const place = make(20, 0).read(0.8, -0.6, 10);
    near(place.eastM, 20 * 0.08, 0.1);
    near(place.northM, -20 * 0.06, 0.08);
    near(place.upM, 20, 0.15);
    near(place.distanceM, Math.hypot(place.eastM, place.northM, place.upM), 1e-12);
  });

  it('takes the bow out that the wind makes: a Kite right above its base is known to be there', () => {
    const shape = lineHeldUpright(
      {
        lengthM: 45,
        massPerM: 0.0065,
        diameterM: 0.002,
        dragCoefficient: 1.1,
        airDensity: 1.225,
        windMps: (heightM) => 10 * (Math.max(2, heightM) / 45) ** (1 / 7),
      },
      12,
    );
    assert.ok(Math.atan2(shape.baseAlongN, shape.baseUpN) > 0.2);
    const place = make(45, 10).read(shape.baseAlongN, 0, shape.baseUpN);
    near(place.eastM, 0, 0.1);
    near(place.upM, shape.heightM, 0.1);
  });

  it('is unknown without a direction, and when the readings are of no use', () => {
    const { sensor, read } = make(20, 0);
    assert.equal(read(0, 0, 10).isValid, true);
    assert.equal(read(0, 0, 10, false).isValid, false);
    sensor.isValid = false;
    assert.equal(read(0, 0, 10).isValid, false);
  });
});
