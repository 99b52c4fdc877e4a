import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { HorizontalEstimator } from '../navigation/horizontal-estimator.ts';
import { TetherPosition } from '../navigation/tether-position.ts';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { StepRates } from '../step-rates.ts';
import { RelativePosition } from './relative-position.ts';

const RATES = new StepRates();
const KITE = { eastM: 1, northM: -2, upM: 30 };
function make(overrides: ParameterOverrides = {}, seed = 1) {
  const parameters = parametersWith(overrides);
  const tether = new TetherPosition(parameters, RATES.seconds(RATES.control));
  const end = { isCut: false };
  const position = new RelativePosition(parameters, RATES, seed, tether, end);
  const estimate = new HorizontalEstimator(1);
  let step = 0;
  const run = (seconds: number, kite = KITE) => {
    for (const end = step + seconds * 400; step < end; step += 1) position.step(step, kite, estimate, true);
  };
  return { end, position, estimate, tether, run, now: () => step };
}

const rms = (values: number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

describe('the position by satellites', () => {
  it('is off by 0.8 m in itself, and by 0.35 m from the Kite to the Ground Station', () => {
    const absolute: number[] = [];
    const relative: number[] = [];
    const vertical: number[] = [];
    for (let seed = 0; seed < 500; seed += 1) {
      const { position, run } = make({}, seed);
      run(1);
      absolute.push(position.kite.eastM - KITE.eastM, position.groundStation.northM);
      vertical.push(position.kite.upM - KITE.upM);
      relative.push(position.kite.eastM - position.groundStation.eastM - KITE.eastM);
    }
    near(rms(absolute), 0.8, 0.06);
    near(rms(relative), 0.36, 0.04);
    near(rms(vertical), 1.5, 0.15);
  });

  it('arrives 0.12 s after it has been measured, five times per second', () => {
    const exact = { gps: { commonHorizontalM: 0, ownHorizontalM: 0, whiteM: 0 } };
    const { position, run, estimate } = make(exact);
    run(1);
    run(0.1225, { ...KITE, eastM: 3 });
    near(position.kite.eastM, 3, 1e-9);
    run(0.0025);
    run(0.15, { ...KITE, eastM: 5 });
    near(position.kite.eastM, 3, 1e-9);
    near(estimate.eastM, 3, 1e-9);
    run(0.05, { ...KITE, eastM: 5 });
    near(position.kite.eastM, 5, 1e-9);
  });

  it('that jumps moves nothing; five such fixes in a row are a jump', () => {
    const exact = { gps: { commonHorizontalM: 0, ownHorizontalM: 0, whiteM: 0 } };
    const { position, run, estimate } = make(exact);
    run(1);
    run(0.8, { ...KITE, eastM: 6 });
    assert.equal(position.hasGpsJumped, false);
    near(estimate.eastM, 1, 1e-9);
    run(0.2, { ...KITE, eastM: 6 });
    assert.equal(position.hasGpsJumped, true);
    near(estimate.eastM, 1, 1e-9);
    run(0.2);
    assert.equal(position.hasGpsJumped, false);
  });

  it('is there from the start, or after a cold start', () => {
    assert.equal(make().position.kite.hasFix, true);
    const cold = make({ gps: { coldStartS: 30 } });
    cold.run(29);
    assert.equal(cold.position.kite.hasFix, false);
    cold.run(2);
    assert.equal(cold.position.kite.hasFix, true);
  });

  it('is lost under a covered sky and comes back a few seconds after it has cleared', () => {
    const { position, run, now } = make();
    run(5);
    position.kite.setSky(false, now());
    assert.equal(position.kite.hasFix, false);
    run(5);
    assert.equal(position.groundStation.hasFix, true);
    position.kite.setSky(true, now());
    run(2.5);
    assert.equal(position.kite.hasFix, false);
    run(1);
    assert.equal(position.kite.hasFix, true);
  });

  it('without a fix of both comes from the tether, and goes on alone when that says nothing either', () => {
    const { position, estimate, tether, run } = make();
    Object.assign(tether, { isValid: true, eastM: 1.5, northM: -2.5 });
    run(1);
    assert.equal(position.source, 'gps');
    position.groundStation.setSky(false, 400);
    run(1);
    assert.equal(position.source, 'tether');
    assert.equal(estimate.eastM, 1.5);
    assert.equal(estimate.northM, -2.5);
    tether.isValid = false;
    tether.eastM = 9;
    run(1);
    assert.equal(position.source, 'none');
    assert.equal(estimate.isKnown, false);
    assert.equal(estimate.eastM, 1.5);
  });

  it('goes by the tether when the receivers are known to be wrong', () => {
    const { position, tether, run } = make();
    Object.assign(tether, { isValid: true });
    position.isGpsDistrusted = true;
    run(1);
    assert.equal(position.source, 'tether');
  });

  it('is lost where houses leave too few satellites, and worse where they leave some', () => {
    const under = (roofM: number, seed: number) => {
      const { position, run } = make({ sky: { roofM } }, seed);
      run(1, { ...KITE, upM: 0 });
      return position;
    };
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    assert.ok(seeds.every((seed) => under(0, seed).kite.hasFix));
    assert.ok(seeds.every((seed) => !under(200, seed).kite.hasFix));
    const accuracies = seeds.map((seed) => under(10, seed).kite.accuracyM).sort((a, b) => a - b);
    assert.ok((accuracies[20] ?? 0) > 1.5, `${accuracies[20]}`);
  });

  it('has the open sky above the roofs: the Kite a fix, the Ground Station none', () => {
    const { position, run } = make({ sky: { roofM: 200 } });
    run(1, { ...KITE, upM: 0 });
    assert.equal(position.kite.hasFix, false);
    run(5, { ...KITE, upM: 201 });
    assert.equal(position.kite.hasFix, true);
    assert.equal(position.groundStation.hasFix, false);
  });

  it('with corrections is right to centimetres, and without them slowly gets as it was', () => {
    const { position, run } = make({ rtk: { isUsed: true, baseLineKm: 0 } });
    run(1);
    near(position.kite.eastM, KITE.eastM, 0.04);
    near(position.kite.accuracyM, 0.0085, 1e-4);
    position.areCorrectionsLost = true;
    run(20);
    assert.equal(position.kite.corrections.state, 'float');
    near(position.kite.accuracyM, 0.3, 1e-9);
    run(50);
    assert.equal(position.kite.corrections.state, 'none');
    assert.ok(position.kite.accuracyM > 0.5);
  });

  it('of a Kite that is cut off loses its corrections: they come up the tether', () => {
    const { end, position, run } = make({ rtk: { isUsed: true } });
    end.isCut = true;
    run(20);
    assert.equal(position.kite.corrections.state, 'float');
    assert.equal(position.groundStation.corrections.state, 'fixed');
  });

  it('cut off from the Ground Station comes from its own receiver and the place where the other one was', () => {
    const { end, position, estimate, run } = make({ gps: { commonHorizontalM: 0, ownHorizontalM: 0, whiteM: 0 } });
    run(1);
    end.isCut = true;
    position.moveBase({ eastM: 50, northM: 0, upM: 0 });
    run(1, { eastM: 3 - 50, northM: 4, upM: 20 });
    assert.equal(position.source, 'ownGps');
    near(estimate.eastM, 3, 1e-9);
    near(estimate.northM, 4, 1e-9);
    position.kite.setSky(false, 800);
    run(1);
    assert.equal(position.source, 'none');
  });
});
