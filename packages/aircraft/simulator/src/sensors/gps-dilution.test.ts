import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GpsDilution } from './gps-dilution.ts';

const RAD = Math.PI / 180;

/** One overhead, and so many at one elevation all around. */
function ring(count: number, elevationDeg: number) {
  const angles = Array.from({ length: count }, (_, index) => (2 * Math.PI * index) / count);
  const level = Math.cos(elevationDeg * RAD);
  return {
    east: Float64Array.of(0, ...angles.map((angle) => level * Math.sin(angle))),
    north: Float64Array.of(0, ...angles.map((angle) => level * Math.cos(angle))),
    up: Float64Array.of(1, ...angles.map(() => Math.sin(elevationDeg * RAD))),
  };
}

const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}`);

describe('the dilution of precision', () => {
  it('of one satellite overhead and a ring is that of its closed form', () => {
    const dilution = new GpsDilution();
    for (const [count, elevationDeg] of [
      [3, 10],
      [6, 30],
      [12, 50],
    ] as const) {
      dilution.update(ring(count, elevationDeg), new Uint8Array(count + 1).fill(1));
      assert.equal(dilution.satellites, count + 1);
      near(dilution.horizontal, 2 / (Math.sqrt(count) * Math.cos(elevationDeg * RAD)));
      near(dilution.vertical, Math.sqrt((count + 1) / count) / (1 - Math.sin(elevationDeg * RAD)));
    }
  });

  it('counts only what is seen', () => {
    const dilution = new GpsDilution();
    const seen = new Uint8Array(7).fill(1);
    seen[3] = 0;
    dilution.update(ring(6, 20), seen);
    assert.equal(dilution.satellites, 6);
    assert.ok(dilution.horizontal > 2 / (Math.sqrt(6) * Math.cos(20 * RAD)));
  });

  it('is infinite with three, and with any number on one cone', () => {
    const dilution = new GpsDilution();
    dilution.update(ring(3, 20), Uint8Array.of(1, 1, 1, 0));
    assert.equal(dilution.horizontal, Number.POSITIVE_INFINITY);
    dilution.update(ring(8, 20), Uint8Array.of(0, 1, 1, 1, 1, 1, 1, 1, 1));
    assert.equal(dilution.satellites, 8);
    assert.equal(dilution.vertical, Number.POSITIVE_INFINITY);
  });
});
