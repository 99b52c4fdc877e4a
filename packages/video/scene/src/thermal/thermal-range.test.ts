import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUNTS_PER_K, toCelsius, toCounts } from './counts.ts';
import { followRange, measureRange } from './thermal-range.ts';

const [WIDTH, HEIGHT] = [120, 90];

/** A picture of one temperature with some pixels of another. */
function picture(mostC: number, share: number, otherC: number): Uint16Array {
  return Uint16Array.from({ length: WIDTH * HEIGHT }, (_, index) =>
    toCounts(index % 100 < 100 * share ? otherC : mostC),
  );
}

const celsius = ({ lowCounts, highCounts }: { lowCounts: number; highCounts: number }) =>
  [toCelsius(lowCounts), toCelsius(highCounts)] as const;

describe('automatic gain', () => {
  it('shows at least 9 K, so that noise does not fill the palette', () => {
    const [low, high] = celsius(measureRange(picture(20, 0, 0), WIDTH, HEIGHT));
    assert.ok(Math.abs(high - low - 9) < 0.5 && low < 20 && high > 20, `${low} to ${high}`);
  });

  it('covers what is there', () => {
    const [low, high] = celsius(measureRange(picture(15, 0.3, 32), WIDTH, HEIGHT));
    assert.ok(low < 15 && low > 13 && high > 32 && high < 34, `${low} to ${high}`);
  });

  it('keeps the contrast of the rest when there is a fire or a cold sky', () => {
    const [, high] = celsius(measureRange(picture(20, 0.1, 600), WIDTH, HEIGHT));
    assert.ok(high < 60, `${high}`);
    const [low] = celsius(measureRange(picture(20, 0.2, -45), WIDTH, HEIGHT));
    assert.ok(low > -6, `${low}`);
  });

  it('keeps the small contrasts of fog and night beside a burning building', () => {
    const [, high] = celsius(measureRange(picture(10, 0.25, 60), WIDTH, HEIGHT));
    assert.ok(high > 27 && high < 30, `${high}`);
  });

  it('takes the first picture at once, then follows with a time constant of 0.7 s', () => {
    const first = { lowCounts: 14_000, highCounts: 15_000 };
    const wanted = { lowCounts: 14_000 + 10 * COUNTS_PER_K, highCounts: 15_000 };
    assert.deepEqual(followRange(undefined, first, 0), first);
    assert.deepEqual(followRange(first, wanted, 0), first);
    const after = followRange(first, wanted, 0.7);
    assert.ok(Math.abs(after.lowCounts - (14_000 + 500 * (1 - Math.exp(-1)))) < 1e-6);
    let inSteps = first;
    for (let step = 0; step < 7; step += 1) inSteps = followRange(inSteps, wanted, 0.1);
    assert.ok(Math.abs(inSteps.lowCounts - after.lowCounts) < 1e-6, 'however many frames that are');
  });

  it('refuses time that runs backwards', () => {
    assert.throws(
      () => followRange(undefined, { lowCounts: 0, highCounts: 1 }, -1),
      /elapsedS must be 0 or more, got -1/,
    );
  });
});
