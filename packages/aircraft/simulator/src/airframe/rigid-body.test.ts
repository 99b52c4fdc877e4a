import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { RigidBody, type TotalLoad } from './rigid-body.ts';

const STEP_S = 0.0025;
const TOP = { massKg: 1.2, rollKgM2: 0.04, pitchKgM2: 0.04, yawKgM2: 0.0977 };
const UNEVEN = { massKg: 1.2, rollKgM2: 0.0348, pitchKgM2: 0.0459, yawKgM2: 0.0977 };

const nothing = (): TotalLoad => ({ eastN: 0, northN: 0, upN: 0, rollNm: 0, pitchNm: 0, yawNm: 0, addedKg: 0 });

function run(body: RigidBody, seconds: number, load = nothing()): void {
  for (let step = 0; step < Math.round(seconds / STEP_S); step += 1) body.step(STEP_S, load);
}

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual}, expected ${expected} within ${within}`);

/** Angular momentum to the north, east and down. */
function momentum({ attitude, rollRps, pitchRps, yawRps }: RigidBody, inertia: typeof TOP): readonly number[] {
  const along = [inertia.rollKgM2 * rollRps, inertia.pitchKgM2 * pitchRps, inertia.yawKgM2 * yawRps];
  return [0, 3, 6].map((row) => along.reduce((sum, value, axis) => sum + value * attitude.toNed[row + axis]!, 0));
}

describe('a rigid body', () => {
  it('falls freely by g t, and its accelerometer reads nothing', () => {
    const body = new RigidBody(TOP);
    run(body, 2);
    near(body.upMps, -GRAVITY_MPS2 * 2, 1e-9);
    // The sum over steps is g t (t + step) / 2.
    near(body.upM, (-GRAVITY_MPS2 * 2 * (2 + STEP_S)) / 2, 1e-9);
    assert.deepEqual(Object.values(body.specificForce).map(Math.abs), [0, 0, 0]);
  });

  it('accelerates by force over mass, tether that moves along included, but only its own mass is heavy', () => {
    const body = new RigidBody(TOP);
    run(body, 1, { ...nothing(), eastN: 3, upN: 1.2 * GRAVITY_MPS2, addedKg: 0.3 });
    near(body.eastMps, 2, 1e-9);
    near(body.upMps, 0, 1e-9);
  });

  it('turns up by a moment over its inertia, about each axis', () => {
    for (const [index, name] of (['rollNm', 'pitchNm', 'yawNm'] as const).entries()) {
      const body = new RigidBody(TOP);
      run(body, 0.5, { ...nothing(), [name]: 0.01 });
      const rates = [body.rollRps, body.pitchRps, body.yawRps];
      const inertia = [TOP.rollKgM2, TOP.pitchKgM2, TOP.yawKgM2][index]!;
      near(rates[index]!, (0.01 / inertia) * 0.5, 1e-9);
    }
  });

  it('precesses without a moment as a symmetric top does', () => {
    const body = new RigidBody(TOP);
    body.rollRps = 1;
    body.yawRps = 5;
    run(body, 3);
    const nutation = ((TOP.yawKgM2 - TOP.rollKgM2) / TOP.rollKgM2) * 5;
    near(body.rollRps, Math.cos(nutation * 3), 1e-6);
    near(body.pitchRps, Math.sin(nutation * 3), 1e-6);
    near(body.yawRps, 5, 1e-12);
  });

  it('keeps its energy and its angular momentum in space while it tumbles', () => {
    const body = new RigidBody(UNEVEN);
    body.rollRps = 0.2;
    body.pitchRps = 6;
    body.yawRps = 0.1;
    const energy = () =>
      UNEVEN.rollKgM2 * body.rollRps ** 2 + UNEVEN.pitchKgM2 * body.pitchRps ** 2 + UNEVEN.yawKgM2 * body.yawRps ** 2;
    const [energyBefore, momentumBefore] = [energy(), momentum(body, UNEVEN)];
    run(body, 10);
    near(energy() / energyBefore, 1, 1e-6);
    const size = Math.hypot(...momentumBefore);
    for (const [axis, value] of momentum(body, UNEVEN).entries()) {
      near(value / size, momentumBefore[axis]! / size, 2e-3);
    }
  });

  it('is back after a whole turn at a steady rate, and a quarter turn points its nose east', () => {
    const body = new RigidBody(TOP);
    body.yawRps = Math.PI;
    run(body, 0.5);
    near(body.attitude.headingRad, Math.PI / 2, 1e-9);
    run(body, 1.5);
    near(body.attitude.headingRad, 0, 1e-9);
    assert.ok(body.attitude.uprightness > 1 - 1e-12);
  });

  it('says when a load was no number', () => {
    const body = new RigidBody(TOP);
    body.step(STEP_S, { ...nothing(), pitchNm: Number.NaN });
    assert.equal(body.isFinite, false);
  });
});
