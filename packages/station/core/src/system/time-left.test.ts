import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeLeftS } from './time-left.ts';

const falling = (from: number, perS: number, count = 120) =>
  Array.from({ length: count }, (_, index) => from - index * perS);

describe('the time that a battery lasts', () => {
  it('follows from its charge and the loss of the last two minutes', () => {
    // 1 % in 10 s from 80 %: after 119 s 68.1 %.
    assert.ok(Math.abs((timeLeftS(falling(80, 0.1), 1) ?? 0) - 681) < 0.5);
  });

  it('is unknown while it charges, rests or has been measured too briefly', () => {
    assert.equal(timeLeftS(falling(80, -0.1), 1), undefined);
    assert.equal(timeLeftS(falling(80, 0.001), 1), undefined);
    assert.equal(timeLeftS(falling(80, 0.1, 29), 1), undefined);
    assert.equal(timeLeftS([], 1), undefined);
  });

  it('leaves out readings that are missing', () => {
    const gaps = falling(80, 0.1).map((percent, index) => (index % 3 === 1 ? null : percent));
    assert.equal(timeLeftS([null, ...gaps], 1)?.toFixed(0), timeLeftS(gaps, 1)?.toFixed(0));
  });
});
