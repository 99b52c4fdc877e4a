import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownTip } from './shown-tip.ts';

describe('a tip', () => {
  const page = { widthPx: 1000, heightPx: 600 };
  const tip = { text: 'Record', leftPx: 100, rightPx: 144, topPx: 300, bottomPx: 344 };

  it('is below what it belongs to, and above it at the lower edge', () => {
    assert.deepEqual(shownTip(tip, page), { top: 350, left: 100 });
    assert.deepEqual(shownTip({ ...tip, topPx: 550, bottomPx: 594 }, page), { bottom: 56, left: 100 });
  });

  it('stays within the sides of the page', () => {
    assert.deepEqual(shownTip({ ...tip, leftPx: 950, rightPx: 999 }, page), { top: 350, right: 6 });
    assert.deepEqual(shownTip({ ...tip, leftPx: 2, rightPx: 46 }, page), { top: 350, left: 6 });
  });
});
