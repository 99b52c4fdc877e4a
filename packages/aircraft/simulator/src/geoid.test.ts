import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { geoidUndulationM } from './geoid.ts';

describe('the geoid', () => {
  it('is the table at its own places, and between them on the plane through its corners', () => {
    assert.equal(geoidUndulationM(0, 80), -103);
    assert.equal(geoidUndulationM(40, 10), 46);
    assert.equal(geoidUndulationM(5, 80), (-103 - 96) / 2);
    assert.equal(geoidUndulationM(0, 75), (-103 - 89) / 2);
  });

  it('closes at the date line and at the poles', () => {
    assert.equal(geoidUndulationM(20, 180), geoidUndulationM(20, -180));
    for (const lonDeg of [-180, -33, 0, 179, 180]) {
      assert.equal(geoidUndulationM(90, lonDeg), 14);
      assert.equal(geoidUndulationM(-90, lonDeg), -30);
    }
  });
});
