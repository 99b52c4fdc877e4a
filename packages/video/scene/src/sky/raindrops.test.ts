import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DROP_CLASSES, dropsPerM3Mm, fallSpeedMps } from './raindrops.ts';

describe('raindrops', () => {
  it('fall as Gunn and Kinzer measured them: within 3 %', () => {
    const measured: readonly (readonly [diameterMm: number, speedMps: number])[] = [
      [1, 4.03],
      [2, 6.49],
      [3, 8.06],
      [4, 8.83],
      [5, 9.09],
    ];
    for (const [diameterMm, speedMps] of measured) {
      assert.ok(Math.abs(fallSpeedMps(diameterMm) / speedMps - 1) < 0.03, `${diameterMm} mm`);
    }
  });

  it('are as many as make the rain that they are of: their volume times their speed', () => {
    for (const rainMmph of [1, 5, 25, 100]) {
      let mmph = 0;
      for (let diameterMm = 0.05; diameterMm < 10; diameterMm += 0.1) {
        const volumeMm3 = (Math.PI / 6) * diameterMm ** 3;
        // 1 mm^3 on each m^2 and second is 3.6e-3 mm/h.
        mmph += 3.6e-3 * 0.1 * dropsPerM3Mm(diameterMm, rainMmph) * volumeMm3 * fallSpeedMps(diameterMm);
      }
      assert.ok(Math.abs(mmph / rainMmph - 1) < 0.2, `${mmph} of ${rainMmph}`);
    }
  });

  it('have classes that add up to all of those sizes', () => {
    const inClasses = DROP_CLASSES.reduce((sum, { perM3 }) => sum + perM3(25), 0);
    const slope = 4.1 * 25 ** -0.21;
    const all = (8000 / slope) * (Math.exp(-0.5 * slope) - Math.exp(-6 * slope));
    assert.ok(Math.abs(inClasses / all - 1) < 0.06, `${inClasses} of ${all}`);
  });
});
