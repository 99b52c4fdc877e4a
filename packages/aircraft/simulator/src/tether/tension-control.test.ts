import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { ForceSensor } from './force-sensor.ts';
import { TensionControl } from './tension-control.ts';
import { Winch } from './winch.ts';

const PERIOD_S = 0.01;
const WEIGHT_N_PER_M = 0.0065 * GRAVITY_MPS2;
/** A control with so much line out and a sensor that says so much. */
function make(lengthM: number, baseN: number) {
  const parameters = parametersWith();
  const winch = new Winch(parameters, 0, PERIOD_S);
  const sensor = new ForceSensor(parameters.forceSensor, randomStream(1, 'force sensor'), PERIOD_S);
  const control = new TensionControl(parameters, winch, sensor, PERIOD_S);
  winch.lengthM = lengthM;
  sensor.tensionN = baseN;
  const run = (seconds: number) => {
    for (let count = 0; count < Math.round(seconds / PERIOD_S); count += 1) control.update();
    return winch.commandMps;
  };
  return { winch, sensor, control, run };
}

describe('the tension control', () => {
  it('wants more tension in wind the more line is out, from 6 N in a calm to 15 N', () => {
    const low = make(3, 6).control;
    low.windMps = 8;
    near(low.setpointN, 6 + (2.56 * 3) / 45, 1e-12);
    const { control } = make(45, 6);
    for (const [windMps, tensionN] of [
      [0, 6],
      [5, 7],
      [8, 8.56],
      [10, 10],
      [15, 15],
      [20, 15],
    ] as const) {
      control.windMps = windMps;
      near(control.setpointN, tensionN, 1e-12);
    }
    control.isRelieved = true;
    assert.equal(control.setpointN, 3);
  });

  it('pays out what is too tight and reels in what is too loose, with the weight of the tether counted in', () => {
    const lengthM = 20;
    const baseN = 6 - WEIGHT_N_PER_M * lengthM;
    near(make(lengthM, baseN).run(PERIOD_S), 0, 1e-9);
    near(make(lengthM, baseN + 1).run(PERIOD_S), 0.2, 1e-9);
    near(make(lengthM, baseN - 1).run(PERIOD_S), -0.2, 1e-9);
  });

  it('goes along with the height that the Kite is told', () => {
    const { control, run } = make(20, 6 - WEIGHT_N_PER_M * 20);
    control.climbRateMps = 0.75;
    near(run(PERIOD_S), 0.75, 1e-9);
  });

  it('is gentler on a short tether', () => {
    near(make(1.5, 7 - WEIGHT_N_PER_M * 1.5).run(PERIOD_S), 0.1, 1e-9);
    near(make(0, 7).run(PERIOD_S), 0.02, 1e-9);
  });

  it('reels slack in, though the Kite is told to climb, and gives way to a pull of more than 20 N', () => {
    const slack = make(20, 0);
    slack.control.climbRateMps = 2;
    assert.ok(slack.run(0.25) > 0);
    near(slack.run(0.2), -0.5, 1e-9);
    near(make(20, 20).run(PERIOD_S), 1.8, 1e-9);
  });

  it('goes by what the Kite feels when the sensor says nothing, or nothing that is of use', () => {
    const silent = make(20, 0);
    silent.sensor.isSilent = true;
    silent.control.modelN = 7;
    near(silent.run(1), 0.2, 1e-9);
    const distrusted = make(20, 0);
    distrusted.control.usesModel = true;
    distrusted.control.modelN = 5;
    near(distrusted.run(1), -0.2, 1e-9);
  });
});
