import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spreadLabels } from './spread-labels.ts';

describe('labels beside a scale', () => {
  it('stay where they belong when there is room', () => {
    assert.deepEqual(
      spreadLabels([45, 25], 4, 47).map(({ shownAt }) => shownAt),
      [45, 25],
    );
  });

  it('move apart, and never over the end', () => {
    assert.deepEqual(
      spreadLabels([25, 26, 44], 4, 47).map(({ shownAt }) => shownAt),
      [25, 29, 44],
    );
    assert.deepEqual(
      spreadLabels([45, 44, 43], 4, 46).map(({ shownAt }) => shownAt),
      [46, 42, 38],
    );
  });
});
