import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { Translation } from '../body/translation.ts';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { ForceSensor } from '../tether/force-sensor.ts';
import { DisturbanceObserver } from './disturbance-observer.ts';
import { airspeedOfDrag, WindEstimate } from './wind-estimate.ts';

const parameters = parametersWith();
const PERIOD_S = 0.1;
const TETHER_M = 40;

/** Force of a wind on the Kite, and on an upright tether by the profile of open country, summed up metre by metre. */
function forcesN(windMps: number) {
  const { linearDragNsPerM, dragAreaM2 } = parameters.kite;
  const { diameterM, dragCoefficient } = parameters.tether;
  const pressure = 0.5 * 1.225;
  const parts = 4000;
  let tetherN = 0;
  let topN = 0;
  for (let part = 0; part < parts; part += 1) {
    const heightShare = (part + 0.5) / parts;
    const windAtMps = windMps * Math.max(2 / TETHER_M, heightShare) ** (1 / 7);
    const partN = (pressure * dragCoefficient * diameterM * TETHER_M * windAtMps ** 2) / parts;
    tetherN += partN;
    topN += heightShare * partN;
  }
  return { kiteN: linearDragNsPerM * windMps + pressure * dragAreaM2 * windMps ** 2, tetherN, topN };
}

/** A Kite in a wind to the east; the base feels this share of the tether's load. */
function make(baseShare: number | undefined) {
  const estimate = new WindEstimate(parameters, PERIOD_S);
  const motion = new Translation(parameters.kite, PERIOD_S);
  const sensor = new ForceSensor(parameters.forceSensor, randomStream(1, 'force sensor'), PERIOD_S);
  const feels = new DisturbanceObserver(1, 1, PERIOD_S);
  const fly = (seconds: number, windMps: number, isHeld = true) => {
    const { kiteN, tetherN, topN } = forcesN(windMps);
    sensor.isValid = baseShare !== undefined;
    sensor.eastN = tetherN * (baseShare ?? 0);
    // So strong that the tether stands upright.
    sensor.upN = 1e6;
    const kiteEndN = baseShare === undefined ? topN : tetherN * (1 - baseShare);
    feels.eastMps2 = (kiteN + kiteEndN) / parameters.kite.massKg;
    for (let index = 0; index < Math.round(seconds / PERIOD_S); index += 1) {
      estimate.updateInFlight(feels, sensor, TETHER_M, motion, isHeld);
    }
  };
  return { estimate, fly };
}

describe('the wind as the Kite knows it', () => {
  it('follows from the drag', () => {
    const dragN = 0.06 * 9 + 0.5 * 1.2 * 0.02 * 81;
    near(airspeedOfDrag(dragN, 0.06, 0.02, 1.2), 9, 1e-9);
    assert.equal(airspeedOfDrag(0, 0.06, 0.02, 1.2), 0);
  });

  it('is what pushes Kite and tether together, however the two ends of the tether share it', () => {
    for (const baseShare of [0, 0.5, 1]) {
      const { estimate, fly } = make(baseShare);
      fly(60, 9);
      near(estimate.speedMps, 9, 1e-5);
      near(estimate.eastMps, 9, 1e-5);
      near(estimate.northMps, 0, 1e-6);
      near(estimate.fromDeg, 270, 1e-3);
    }
  });

  it('has no direction in calm air, nor on the ground', () => {
    const { estimate, fly } = make(1);
    fly(60, 0.4);
    assert.equal(estimate.fromDeg, undefined);
    fly(60, 9);
    estimate.updateOnGround(9);
    assert.equal(estimate.fromDeg, undefined);
  });

  it('takes what the top end of the tether carries in this profile while nothing is measured at the base', () => {
    const { estimate, fly } = make(undefined);
    fly(60, 9);
    near(estimate.speedMps, 9, 1e-5);
  });

  it('stays what it was for a Kite that is carried along and feels nothing', () => {
    const { estimate, fly } = make(undefined);
    fly(60, 9);
    fly(60, 0, false);
    near(estimate.speedMps, 9, 1e-5);
    assert.ok(estimate.sustainedMps > 8.9);
  });

  it('is averaged over 2 s, and over 10 s for what must not follow gusts', () => {
    const { estimate, fly } = make(0.5);
    fly(2, 9);
    near(estimate.speedMps, 9 * (1 - Math.exp(-1)), 0.01);
    near(estimate.sustainedMps, 9 * (1 - Math.exp(-0.2)), 0.01);
  });

  it('on the ground is that of the anemometer, without a direction', () => {
    const { estimate, fly } = make(0.5);
    fly(60, 16);
    for (let index = 0; index < 1000; index += 1) estimate.updateOnGround(3);
    near(estimate.speedMps, 3, 1e-6);
    assert.equal(estimate.eastMps, 0);
  });
});
