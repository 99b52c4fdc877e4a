import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { temperatureErrorC } from './temperature-error.ts';

describe('the error of a temperature', () => {
  it('is that of the calibration for what is near and as warm as its surroundings', () => {
    const errorC = temperatureErrorC(15, 30);
    assert.ok(errorC > 2 && errorC < 2.3, `${errorC}`);
  });

  it('grows with the difference from the surroundings, with heat and with distance', () => {
    assert.ok(temperatureErrorC(35, 30) > temperatureErrorC(20, 30));
    const flameC = temperatureErrorC(700, 60);
    assert.ok(flameC > 20 && flameC < 40, `${flameC}`);
    assert.ok(temperatureErrorC(-40, 60) > temperatureErrorC(15, 60), 'a cold sky too');
    assert.ok(temperatureErrorC(60, 1000) > temperatureErrorC(60, 50) + 2);
  });

  it('is that of half a kilometre where the distance is not known', () => {
    assert.equal(temperatureErrorC(60), temperatureErrorC(60, 500));
  });
});
