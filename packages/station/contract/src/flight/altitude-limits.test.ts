import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AltitudeBounds, brokenBySoftMax, brokenLimit } from './altitude-limits.ts';

const BOUNDS: AltitudeBounds = { takeoffM: 1, hardMaxM: 45, softMaxM: 40, gpsMaxM: 25, hasGoodGps: true };

describe('an altitude', () => {
  const cases: readonly [altitudeM: number, change: Partial<AltitudeBounds>, broken: string | undefined][] = [
    [1.9, {}, 'tooLow 2'],
    [2, {}, undefined],
    [39.9, {}, undefined],
    [40, {}, 'soft 40'],
    [45, {}, 'hard 45'],
    [24.9, { hasGoodGps: false }, undefined],
    [25, { hasGoodGps: false }, 'gps 25'],
    [10, { windMaxM: 10 }, undefined],
    [10.1, { windMaxM: 10 }, 'wind 10'],
    [12, { descentTargetM: 12 }, undefined],
    [12.1, { descentTargetM: 12 }, 'descent 12'],
    [30, { hasGoodGps: false, windMaxM: 10, descentTargetM: 10 }, 'gps 25'],
  ];
  for (const [altitudeM, change, expected] of cases) {
    it(`of ${altitudeM} m with ${JSON.stringify(change)} breaks ${expected ?? 'nothing'}`, () => {
      const broken = brokenLimit(altitudeM, { ...BOUNDS, ...change });
      assert.equal(broken && `${broken.kind} ${broken.limitM}`, expected);
    });
  }
});

describe('a soft maximum', () => {
  it('may be the hard one, and is never so low that the Kite could not fly', () => {
    assert.equal(brokenBySoftMax(45, BOUNDS), undefined);
    assert.deepEqual(brokenBySoftMax(45.1, BOUNDS), { kind: 'hard', limitM: 45 });
    assert.deepEqual(brokenBySoftMax(1.9, BOUNDS), { kind: 'tooLow', limitM: 2 });
  });
});
