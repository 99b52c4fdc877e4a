import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { Translation } from '../body/translation.ts';
import { randomStream } from '../noise/rng.ts';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { ForceSensor } from './force-sensor.ts';
import { Tether } from './tether.ts';
import { Winch } from './winch.ts';

const PERIOD_S = 0.01;
/** A sensor under a tether that pulls as given. */
function make(pull: { eastN: number; northN: number; upN: number }, overrides: ParameterOverrides = {}, seed = 1) {
  const parameters = parametersWith(overrides);
  const motion = new Translation(parameters.kite, PERIOD_S);
  const tether = new Tether(parameters, motion, new Winch(parameters, 0, PERIOD_S), PERIOD_S);
  const set = ({ eastN, northN, upN }: typeof pull) => {
    tether.baseEastN = eastN;
    tether.baseNorthN = northN;
    tether.baseUpN = upN;
    tether.baseTensionN = Math.hypot(eastN, northN, upN);
  };
  set(pull);
  const sensor = new ForceSensor(parameters.forceSensor, randomStream(seed, 'force sensor'), PERIOD_S);
  sensor.read(tether);
  return { sensor, tether, set };
}

const EXACT: ParameterOverrides = { forceSensor: { noiseN: 0, noiseDeg: 0, driftDeg: 0 } };
const SLOPING = { eastN: 3, northN: -2, upN: 6 };
const spread = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

describe('the force sensor', () => {
  it('without errors reads force and angle', () => {
    const { sensor } = make(SLOPING, EXACT);
    assert.equal(sensor.isValid, true);
    near(sensor.tensionN, 7, 1e-12);
    near(sensor.eastN, 3, 1e-12);
    near(sensor.northN, -2, 1e-12);
    near(sensor.upN, 6, 1e-12);
    near(sensor.angleDeg, (Math.atan2(Math.hypot(3, 2), 6) * 180) / Math.PI, 1e-9);
  });

  it('has a noise of 0.1 N and 0.2 degrees on a zero that drifts by half a degree', () => {
    const { sensor, tether } = make({ eastN: 0, northN: 0, upN: 10 });
    const tensions: number[] = [];
    const jumps: number[] = [];
    let lastDeg = 0;
    for (let count = 0; count < 20_000; count += 1) {
      sensor.read(tether);
      tensions.push(sensor.tensionN);
      const eastDeg = (Math.asin(sensor.eastN / sensor.tensionN) * 180) / Math.PI;
      jumps.push((eastDeg - lastDeg) / Math.SQRT2);
      lastDeg = eastDeg;
    }
    near(spread(tensions), 0.1, 0.005);
    near(spread(jumps), 0.2, 0.01);
    const zeros = Array.from({ length: 400 }, (_, seed) => {
      const { sensor: other } = make({ eastN: 0, northN: 0, upN: 10 }, { forceSensor: { noiseDeg: 0 } }, seed);
      return (Math.asin(other.northN / other.tensionN) * 180) / Math.PI;
    });
    near(spread(zeros), 0.5, 0.05);
  });

  it('knows no direction of less than half a newton', () => {
    const { sensor, tether, set } = make({ eastN: 0, northN: 0, upN: 0.4 }, EXACT);
    assert.equal(sensor.isValid, false);
    near(sensor.tensionN, 0.4, 1e-12);
    set({ eastN: 0, northN: 0, upN: 0 });
    sensor.read(tether);
    assert.equal(sensor.isValid, false);
    assert.equal(sensor.tensionN, 0);
  });

  it('frozen says what it said, silent nothing, and biased something else', () => {
    const { sensor, tether, set } = make(SLOPING, EXACT);
    sensor.isFrozen = true;
    set({ eastN: 0, northN: 0, upN: 15 });
    sensor.read(tether);
    near(sensor.tensionN, 7, 1e-12);
    assert.equal(sensor.isValid, true);
    sensor.isFrozen = false;
    sensor.isSilent = true;
    sensor.read(tether);
    assert.equal(sensor.isValid, false);
    sensor.isSilent = false;
    sensor.biasN = 3;
    sensor.biasDeg = 8;
    sensor.read(tether);
    near(sensor.tensionN, 18, 1e-12);
    near(sensor.angleDeg, 8, 1e-9);
  });
});
