import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GRAVITY_MPS2, SEA_LEVEL_DENSITY } from '../air/atmosphere.ts';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { FRAME_NAMES, type FrameName, parametersFor } from './motor-frame.ts';
import { Multirotor } from './multirotor.ts';

const STEP_S = 0.0025;
const STILL = { eastMps: 0, northMps: 0, upMps: 0, densityKgPerM3: SEA_LEVEL_DENSITY };
const FREE = { eastN: 0, northN: 0, upN: 0, clockwiseNm: 0, addedKg: 0 };
const DECK = { eastM: 0, northM: 0, upM: 0, eastMps: 0, northMps: 0, upMps: 0 };
const EQUAL_ROTORS = parametersWith({ rotor: { torqueSpread: 0 }, site: { cradleHeadingDeg: 0 } });

const make = (frame: FrameName = 'quad', parameters = EQUAL_ROTORS) =>
  new Multirotor(frame, parametersFor(frame, parameters), randomStream(1, 'rotor spread'));

function run(craft: Multirotor, seconds: number, shares: readonly number[], outside = FREE): void {
  const command = Float64Array.from(shares);
  for (let step = 0; step < Math.round(seconds / STEP_S); step += 1) {
    craft.startFrame();
    craft.step(STEP_S, command, true, STILL, outside, DECK);
  }
}

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual}, expected ${expected} within ${within}`);

const { kite, rotor } = EQUAL_ROTORS;
/** Share of all thrust that carries the weight. */
const HOVER = (kite.massKg * GRAVITY_MPS2) / (6 * rotor.maxThrustN);

describe('a multirotor', () => {
  for (const frame of FRAME_NAMES) {
    it(`hovers where its thrust is its weight, and stays there: ${frame}`, () => {
      const craft = make(frame);
      const shares = Array.from({ length: craft.motors.count }, () => HOVER);
      run(craft, 1, shares);
      craft.body.upM = 10;
      craft.body.upMps = 0;
      run(craft, 5, shares);
      near(craft.body.upM, 10, 1e-6);
      near(craft.motors.totalN, kite.massKg * GRAVITY_MPS2, 1e-9);
      near(craft.state.specificForce.down, -GRAVITY_MPS2, 1e-9);
      assert.equal(craft.isOnGround, false);
    });
  }

  it('turns as autopilots expect of each motor: side, nose, reaction torque', () => {
    const signs = [0, 1, 2, 3].map((motor) => {
      const craft = make();
      craft.body.upM = 10;
      const shares = [HOVER, HOVER, HOVER, HOVER];
      shares[motor] = HOVER + 0.05;
      run(craft, 0.05, shares);
      return [craft.body.rollRps, craft.body.pitchRps, craft.body.yawRps].map(Math.sign);
    });
    assert.deepEqual(signs, [
      [-1, 1, 1],
      [1, -1, 1],
      [1, 1, -1],
      [-1, -1, -1],
    ]);
  });

  it('falls no faster than its drag carries it', () => {
    const craft = make();
    craft.body.upM = 2000;
    run(craft, 60, [0, 0, 0, 0]);
    const quadratic = 0.5 * SEA_LEVEL_DENSITY * kite.dragAreaM2;
    const weightN = kite.massKg * GRAVITY_MPS2;
    const root = Math.sqrt(kite.linearDragNsPerM ** 2 + 4 * quadratic * weightN);
    near(-craft.body.upMps, (root - kite.linearDragNsPerM) / (2 * quadratic), 1e-3);
  });

  it('stands still on its feet, and its accelerometer reads one g', () => {
    const craft = make();
    run(craft, 5, [0.02, 0.02, 0.02, 0.02]);
    const { eastM, northM, rates, specificForce, upM } = craft.state;
    for (const value of [eastM, northM, rates.forward, rates.right, rates.down]) near(value, 0, 1e-6);
    // The idling motors carry some of it.
    near(upM, 0, 5e-4);
    near(specificForce.down, -GRAVITY_MPS2, 1e-3);
    assert.ok(craft.isOnGround);
  });

  it('holds against a pull below its friction, and slides by the rest of a stronger one', () => {
    const held = make();
    const frictionN = kite.groundFriction * kite.massKg * GRAVITY_MPS2;
    run(held, 5, [0, 0, 0, 0], { ...FREE, eastN: 0.7 * frictionN });
    near(held.body.eastMps, 0, 1e-6);
    assert.ok(held.body.eastM < 0.01, `crept ${held.body.eastM} m`);
    const dragged = make();
    run(dragged, 1, [0, 0, 0, 0], { ...FREE, eastN: 1.3 * frictionN });
    near(dragged.body.eastMps, (0.3 * frictionN) / kite.massKg, 0.15);
  });

  it('comes to rest after a drop, upright', () => {
    const craft = make();
    craft.body.upM = 0.5;
    run(craft, 4, [0, 0, 0, 0]);
    near(craft.body.upM, 0, 1e-3);
    near(craft.body.upMps, 0, 1e-3);
    assert.ok(craft.body.attitude.uprightness > 0.9999);
  });

  it('lies on its arms when it has capsized, and does not sink into the ground', () => {
    const craft = make();
    craft.body.upM = 1;
    craft.body.attitude.set([0, 1, 0.02, 0]);
    run(craft, 4, [0, 0, 0, 0]);
    assert.ok(craft.body.attitude.uprightness < -0.9);
    assert.ok(craft.body.upM > -0.2 && craft.body.upM < 0.2, `at ${craft.body.upM} m`);
    near(craft.body.upMps, 0, 1e-2);
  });

  it('loses its thrust with its power, and with a dead motor', () => {
    const craft = make();
    run(craft, 1, [1, 1, 1, 1]);
    near(craft.motors.totalN, 6 * rotor.maxThrustN, 1e-6);
    craft.motors.effectiveness[1] = 0;
    run(craft, 0.1, [1, 1, 1, 1]);
    near(craft.motors.totalN, 4.5 * rotor.maxThrustN, 1e-6);
    assert.equal(craft.motors.drivenN(1), 0);
    for (let step = 0; step < 2000; step += 1)
      craft.step(STEP_S, Float64Array.of(1, 1, 1, 1), false, STILL, FREE, DECK);
    assert.equal(craft.motors.totalN, 0);
  });

  it('takes wild commands as none or as all', () => {
    const craft = make();
    run(craft, 1, [Number.NaN, -5, 99, Number.POSITIVE_INFINITY]);
    assert.ok(craft.body.isFinite);
    assert.deepEqual(
      [...craft.motors.thrustN].map((thrust) => Math.round(thrust)),
      [0, 0, 9, 9],
    );
  });
});
