import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edgeAction, TARGET_S } from './live-edge.ts';

const at = (behindS: number, rate = 1) => edgeAction({ currentS: 10 - behindS, newestS: 10, rangeStartS: 0, rate });

describe('the live edge', () => {
  it('is left alone where it should be', () => {
    assert.equal(at(TARGET_S), undefined);
    assert.equal(at(TARGET_S + 0.01), undefined);
  });

  it('is caught up with, the faster the further it is, and not so fast that it is seen', () => {
    assert.deepEqual(at(TARGET_S + 0.1), { kind: 'rate', rate: 1.15 });
    assert.deepEqual(at(TARGET_S + 0.5), { kind: 'rate', rate: 1.25 });
  });

  it('is waited for by one that is before it', () => {
    assert.deepEqual(at(TARGET_S - 0.1), { kind: 'rate', rate: 0.85 });
    assert.deepEqual(at(TARGET_S - 0.6), { kind: 'rate', rate: 0.75 });
  });

  it('brings back the usual rate when it is reached, and says nothing twice', () => {
    assert.deepEqual(at(TARGET_S, 1.15), { kind: 'rate', rate: 1 });
    assert.equal(at(TARGET_S + 0.1, 1.15), undefined);
  });

  it('is jumped to from afar, in either direction', () => {
    assert.deepEqual(at(5), { kind: 'jump', toS: 10 - TARGET_S });
    assert.deepEqual(at(-5), { kind: 'jump', toS: 10 - TARGET_S });
  });

  it('is jumped to over a gap that nothing will fill, and not further back than there is a picture', () => {
    assert.deepEqual(edgeAction({ currentS: 9.5, newestS: 10, rangeStartS: 9.8, rate: 1 }), {
      kind: 'jump',
      toS: 10 - TARGET_S,
    });
    assert.deepEqual(edgeAction({ currentS: 9.5, newestS: 10, rangeStartS: 10, rate: 1 }), { kind: 'jump', toS: 10 });
  });
});
