import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { Vehicle } from './vehicle.ts';

const STEP_S = 0.01;
const { base } = DEFAULT_PARAMETERS;

function make() {
  const vehicle = new Vehicle(base, 40, STEP_S);
  const run = (seconds: number, look: () => void = () => {}) => {
    for (let count = 0; count < Math.round(seconds / STEP_S); count += 1) {
      vehicle.step();
      look();
    }
  };
  return { vehicle, run };
}

describe('a vehicle', () => {
  it('drives off gently and brakes as hard as its passengers like', () => {
    const { vehicle, run } = make();
    vehicle.drive(10, 40);
    run(10);
    near(vehicle.speedMps, 5, 1e-9);
    run(20);
    near(vehicle.speedMps, 10, 1e-9);
    vehicle.drive(0, 40);
    run(1);
    near(vehicle.speedMps, 10 - base.brakingMps2, 1e-9);
    near(vehicle.lean.north, (base.pitchDegPerG * Math.PI * base.brakingMps2) / 180 / 9.80665, 0.01);
    run(30);
    assert.equal(vehicle.isAtRest, true);
  });

  it('turns the shorter way to its heading, no tighter than its steering and no harder than people bear', () => {
    const { vehicle, run } = make();
    vehicle.drive(8, 350);
    let lastDeg = vehicle.headingDeg;
    run(120, () => {
      const turn = ((lastDeg - vehicle.headingDeg) * Math.PI) / 180 / STEP_S;
      assert.ok(turn >= 0 && turn * vehicle.speedMps <= base.lateralMps2 + 1e-9, `${turn} rad/s`);
      assert.ok(turn <= vehicle.speedMps / base.turnRadiusM + 1e-9, `${turn} rad/s at ${vehicle.speedMps} m/s`);
      lastDeg = vehicle.headingDeg;
    });
    near(vehicle.headingDeg, -10, 1e-9);
  });

  it('leans outwards in a turn', () => {
    const { vehicle, run } = make();
    vehicle.drive(8, 40);
    run(20);
    vehicle.drive(8, 200);
    run(6);
    // To the right: its body leans to port.
    near(vehicle.lean.east, (-base.rollDegPerG * Math.PI * base.lateralMps2) / 180 / 9.80665, 0.003);
  });

  it('does not turn on the spot', () => {
    const { vehicle, run } = make();
    vehicle.drive(0, 180);
    run(10);
    assert.equal(vehicle.headingDeg, 40);
  });

  it('refuses to drive backwards or nowhere', () => {
    const { vehicle } = make();
    for (const [speed, heading] of [
      [-1, 0],
      [1, Number.NaN],
      [Number.POSITIVE_INFINITY, 0],
    ] as const) {
      assert.throws(() => vehicle.drive(speed, heading), /a vehicle drives ahead to a heading/);
    }
  });
});
