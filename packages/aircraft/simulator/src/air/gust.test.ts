import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gustMps, gustShare } from './gust.ts';

const GUST = { peakMps: 8, riseS: 2, holdS: 3, fallS: 2 };

describe('a gust', () => {
  it('is nothing before it begins and after it has passed', () => {
    assert.equal(gustMps(GUST, -1), 0);
    assert.equal(gustMps(GUST, 7), 0);
    assert.equal(gustMps(GUST, 100), 0);
  });

  it('is the same at all heights unless it fades', () => {
    assert.equal(gustShare(GUST, 40), 1);
    const fading = { ...GUST, fadesM: [6, 10] } as const;
    assert.deepEqual(
      [0, 6, 8, 10, 40].map((heightM) => gustShare(fading, heightM)),
      [1, 1, 0.5, 0, 0],
    );
  });

  it('without rise and fall is a box', () => {
    const box = { peakMps: 5, riseS: 0, holdS: 1, fallS: 0 };
    assert.deepEqual(
      [0, 0.5, 1, 1.001].map((sinceS) => gustMps(box, sinceS)),
      [0, 5, 5, 0],
    );
  });
});
