import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beyondEdgeM, isCrossing } from './polygon.ts';

const at = (eastM: number, northM: number) => ({ eastM, northM });
/** An L: its inner corner is at 10, 10. */
const L = [at(0, 0), at(30, 0), at(30, 10), at(10, 10), at(10, 30), at(0, 30)];

describe('a polygon', () => {
  it('has an inside, also where it is not convex, and a distance from its edge', () => {
    assert.equal(beyondEdgeM(L, at(5, 5)), -5);
    assert.equal(beyondEdgeM(L, at(20, 20)), 10);
    assert.equal(beyondEdgeM(L, at(5, 28)), -2);
    assert.equal(beyondEdgeM(L, at(-3, -4)), 5);
    assert.equal(beyondEdgeM(L.toReversed(), at(5, 5)), -5);
  });

  it('crosses itself where sides that are no neighbours meet', () => {
    assert.equal(isCrossing(L), false);
    assert.equal(isCrossing([at(0, 0), at(10, 10), at(10, 0), at(0, 10)]), true);
  });
});
