import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import type { AccessUnit } from '../access-unit.ts';
import { decodedNumber, type LocalSetNumber } from './local-set.ts';
import { nextSetTime } from './set-times.ts';
import { StreamMetadata } from './stream-metadata.ts';

const TAGS = { relativeAzimuthDeg: 18, relativeElevationDeg: 19, sensorLonDeg: 14, horizontalFovDeg: 16 } as const;

/** A number of a set. */
function number(set: Uint8Array | undefined, name: LocalSetNumber & keyof typeof TAGS): number | undefined {
  assert.ok(set);
  let at = 16 + (set[16] === 0x81 ? 2 : 1);
  while (set[at] !== TAGS[name]) at += 2 + (set[at + 1] ?? 0);
  return decodedNumber(name, set.subarray(at + 2, at + 2 + (set[at + 1] ?? 0)));
}

describe('metadata of a picture', () => {
  const taken = (ms: number) => ({ takenUs: ms * 1000 }) as AccessUnit;
  const turning = (nowMs = 0) => {
    const metadata = new StreamMetadata(() => nowMs);
    // 20 degrees a second through North, and from zoom to zoom.
    for (const [ms, azimuth] of [
      [0, 358],
      [100, 0],
      [200, 2],
    ] as const) {
      const values = { relativeAzimuthDeg: azimuth, relativeElevationDeg: -ms / 10, sensorLonDeg: 11 };
      metadata.update('zoom', { timeUs: ms * 1000, ...values, horizontalFovDeg: ms === 200 ? 30 : 60 });
    }
    return (ms: number) => metadata.setOf('zoom', taken(ms));
  };

  it('is that of the moment at which it was taken, between two measurements and beyond the newest', () => {
    const setOf = turning();
    for (const [ms, azimuth] of [
      [40, 358.8],
      [140, 0.8],
      [200, 2],
      [264, 3.28],
    ] as const) {
      near(number(setOf(ms), 'relativeAzimuthDeg') ?? Number.NaN, azimuth, 1e-6);
      near(number(setOf(ms), 'relativeElevationDeg') ?? Number.NaN, -ms / 10, 1e-5);
      near(number(setOf(ms), 'sensorLonDeg') ?? Number.NaN, 11, 1e-6);
    }
    near(number(setOf(140), 'horizontalFovDeg') ?? Number.NaN, 30, 0.01);
  });

  it('assumes no motion long after the last measurement', () => {
    near(number(turning()(800), 'relativeAzimuthDeg') ?? Number.NaN, 2, 1e-6);
  });

  it('comes ten times a second, whatever the rate of the pictures', () => {
    for (const framesPerS of [12.5, 15, 24, 25, 30, 60]) {
      let due = Number.NEGATIVE_INFINITY;
      const sets = Array.from({ length: 20 * framesPerS }, (_, index) => {
        const time = Math.round(10_000_000 + (index * 90_000) / framesPerS);
        if (time < due) return 0;
        due = nextSetTime(due, time);
        return 1;
      });
      const perS = sets.reduce((sum: number, set) => sum + set, 0) / 20;
      assert.ok(Math.abs(perS - 10) <= 0.1, `${framesPerS} pictures/s: ${perS} sets/s`);
    }
  });
});
