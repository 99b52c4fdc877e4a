import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gustMps } from './gust.ts';

const GUST = { peakMps: 8, riseS: 2, holdS: 3, fallS: 2 };

describe('a gust', () => {
  it('V37: rises and falls as 1 - cos and carries 40 m of air', () => {
    const rise = [0, 0.5, 1, 1.5, 2].map((sinceS) => gustMps(GUST, sinceS));
    [0, 1.171573, 4, 6.828427, 8].forEach((expected, index) => {
      assert.ok(Math.abs((rise[index] ?? Number.NaN) - expected) <= 1e-6);
    });
    const stepS = 0.001;
    let integralM = 0;
    for (let index = 0; index < 8000; index += 1) integralM += gustMps(GUST, (index + 0.5) * stepS) * stepS;
    assert.ok(Math.abs(integralM - 40) <= 1e-6);
  });

  it('is nothing before it begins and after it has passed', () => {
    assert.equal(gustMps(GUST, -1), 0);
    assert.equal(gustMps(GUST, 7), 0);
    assert.equal(gustMps(GUST, 100), 0);
  });

  it('without rise and fall is a box', () => {
    const box = { peakMps: 5, riseS: 0, holdS: 1, fallS: 0 };
    assert.deepEqual(
      [0, 0.5, 1, 1.001].map((sinceS) => gustMps(box, sinceS)),
      [0, 5, 5, 0],
    );
  });
});
