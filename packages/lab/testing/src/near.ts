import assert from 'node:assert/strict';

/** Asserts that a value is there and within a tolerance, both ends allowed. @param what named in the message */
export function near(actual: number | undefined, expected: number, tolerance = 1e-6, what?: string): void {
  const message = `${actual} is not within ${tolerance} of ${expected}`;
  const isNear = Math.abs((actual ?? Number.NaN) - expected) <= tolerance;
  assert.ok(isNear, what === undefined ? message : `${what}: ${message}`);
}

/** Asserts that a value is there and in a range, both ends allowed. @param what named in the message */
export function within(actual: number | undefined, least: number, most: number, what = 'value'): void {
  const isWithin = actual !== undefined && actual >= least && actual <= most;
  assert.ok(isWithin, `${what}: ${actual} is not from ${least} to ${most}`);
}
