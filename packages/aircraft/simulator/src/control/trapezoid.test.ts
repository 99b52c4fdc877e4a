import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Trapezoid } from './trapezoid.ts';

const STEP_S = 0.0025;

describe('a trapezoid setpoint', () => {
  it('never goes beyond its target, nor back, nor faster than it may', () => {
    for (const [way, rate, acceleration] of [
      [90, 60, 120],
      [10, 60, 120],
      [45, 0.75, 0.5],
      [0.5, 1.5, 0.5],
    ] as const) {
      const setpoint = new Trapezoid(0);
      setpoint.target = way;
      let last = 0;
      for (let steps = 0; !setpoint.isThere; steps += 1) {
        setpoint.step(rate, acceleration, STEP_S);
        assert.ok(steps < 1e6);
        assert.ok(setpoint.position <= way + 1e-9);
        assert.ok(Math.abs(setpoint.rate) <= rate + 1e-12);
        assert.ok(setpoint.position >= last - 1e-9);
        last = setpoint.position;
      }
    }
  });

  it('moves downwards as it moves upwards', () => {
    const setpoint = new Trapezoid(3);
    setpoint.target = -2;
    for (let index = 0; index < 10_000; index += 1) setpoint.step(1, 1, STEP_S);
    assert.equal(setpoint.isThere, true);
    assert.equal(setpoint.position, -2);
  });

  it('comes to a stand where braking ends, and stays', () => {
    const setpoint = new Trapezoid(0);
    setpoint.target = Number.POSITIVE_INFINITY;
    for (let index = 0; index < 2000; index += 1) setpoint.step(10, 20, STEP_S);
    const brakingFrom = setpoint.position;
    for (let index = 0; index < 2000; index += 1) setpoint.stepToStand(100, STEP_S);
    assert.ok(Math.abs(setpoint.position - brakingFrom - 0.5) < 0.02);
    assert.equal(setpoint.rate, 0);
    assert.equal(setpoint.isThere, true);
  });

  it('turns round when the target jumps behind it', () => {
    const setpoint = new Trapezoid(0);
    setpoint.target = 10;
    for (let index = 0; index < 800; index += 1) setpoint.step(2, 1, STEP_S);
    setpoint.target = 0;
    let furthest = 0;
    for (let index = 0; index < 8000; index += 1) {
      const before = setpoint.rate;
      setpoint.step(2, 1, STEP_S);
      assert.ok(Math.abs(setpoint.rate - before) <= STEP_S + 1e-12);
      furthest = Math.max(furthest, setpoint.position);
    }
    assert.ok(furthest > 3.9 && furthest < 4.1);
    assert.equal(setpoint.position, 0);
  });
});
