import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { LeanEstimate } from './lean-estimate.ts';
import { ownModelOf } from './own-model.ts';

const parameters = parametersWith({ wind: { profileExponent: 0.25 } });
const own = (seed: number) => ownModelOf(parameters, randomStream(seed, 'own model'));
const rms = (values: number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
describe('what the software takes for the figures of the aircraft', () => {
  it('is the same for the same seed and another for another', () => {
    assert.deepEqual(own(4), own(4));
    assert.notEqual(own(4).parameters.kite.massKg, own(5).parameters.kite.massKg);
  });

  it('is off by as much as is said, over many seeds', () => {
    const models = Array.from({ length: 2000 }, (_, seed) => own(seed));
    const off = (of: (model: (typeof models)[number]) => number) => rms(models.map((model) => of(model) - 1));
    const { kite, tether, ownModel } = parameters;
    near(off((model) => model.thrustScale) / ownModel.thrustShare, 1, 0.06);
    near(off((model) => model.parameters.kite.massKg / kite.massKg) / ownModel.massShare, 1, 0.06);
    near(off((model) => model.parameters.kite.dragAreaM2 / kite.dragAreaM2) / ownModel.dragShare, 1, 0.06);
    near(off((model) => model.parameters.tether.massPerM / tether.massPerM) / ownModel.tetherMassShare, 1, 0.06);
    near(
      off((model) => model.parameters.tether.dragCoefficient / tether.dragCoefficient) / ownModel.tetherDragShare,
      1,
      0.06,
    );
  });

  it('knows nothing of the terrain', () => {
    assert.equal(own(1).parameters.wind.profileExponent, 1 / 7);
  });
});

describe('the lean as the Kite knows it', () => {
  it('is off by a constant that turns with the Kite, and by a slow error', () => {
    const make = parametersWith({ ownModel: { leanErrorDeg: 0 } }).ownModel;
    const lean = new LeanEstimate(make, randomStream(2, 'lean estimate'), 0.1);
    lean.drift(0);
    const { offEast, offNorth } = lean;
    lean.drift(90);
    near(lean.offEast, offNorth, 1e-12);
    near(lean.offNorth, -offEast, 1e-12);
    const level = { east: 0, north: 0 };
    near(lean.angle(level), Math.atan(Math.hypot(offEast, offNorth)), 1e-12);
  });

  it('is off by 0.42 degrees on each axis, all together', () => {
    const errors = Array.from({ length: 1000 }, (_, seed) => {
      const lean = new LeanEstimate(parameters.ownModel, randomStream(seed, 'lean estimate'), 0.1);
      lean.drift(30);
      return (lean.offEast * 180) / Math.PI;
    });
    near(rms(errors), Math.hypot(0.3, 0.3), 0.03);
  });
});
