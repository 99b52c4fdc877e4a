import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HeatLevel, nextHeat } from './heat.ts';

const LIMITS = { warnC: 85, landC: 100, hysteresisC: 5 };

/* Columns: the level before. */
const TABLE: readonly (readonly [number | undefined, Record<HeatLevel, HeatLevel>])[] = [
  [undefined, { normal: 'normal', warm: 'normal', hot: 'normal' }],
  [79.9, { normal: 'normal', warm: 'normal', hot: 'normal' }],
  [80, { normal: 'normal', warm: 'warm', hot: 'warm' }],
  [84.9, { normal: 'normal', warm: 'warm', hot: 'warm' }],
  [85, { normal: 'warm', warm: 'warm', hot: 'warm' }],
  [94.9, { normal: 'warm', warm: 'warm', hot: 'warm' }],
  [95, { normal: 'warm', warm: 'warm', hot: 'hot' }],
  [99.9, { normal: 'warm', warm: 'warm', hot: 'hot' }],
  [100, { normal: 'hot', warm: 'hot', hot: 'hot' }],
];

describe('heat', () => {
  for (const [celsius, row] of TABLE) {
    for (const [before, after] of Object.entries(row) as [HeatLevel, HeatLevel][]) {
      it(`${before} at ${celsius ?? 'no'} °C is ${after}`, () => {
        assert.equal(nextHeat(before, celsius, LIMITS), after);
      });
    }
  }
});
