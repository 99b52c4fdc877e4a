import assert from 'node:assert/strict';

/** Asserts that a value is there and within a tolerance, both ends allowed. @param what named in the message */
export function near(actual: number | undefined, expected: number, tolerance: number, what?: string): void {
  const message = `${actual} is not within ${tolerance} of ${expected}`;
  const isNear = Math.abs((actual ?? Number.NaN) - expected) <= tolerance;
  assert.ok(isNear, what === undefined ? message : `${what}: ${message}`);
}
