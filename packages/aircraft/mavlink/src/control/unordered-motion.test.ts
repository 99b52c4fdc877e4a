import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnorderedMotion } from './unordered-motion.ts';

const STEP_US = 100_000;

/** Whether it moved without an order, at each tenth of a second. */
function seen(values: readonly (readonly [heldAt: number | undefined, value: number])[]): boolean[] {
  const motion = new UnorderedMotion({ above: 3, below: Number.POSITIVE_INFINITY, standsWithin: 0.3 });
  return values.map(([heldAt, value], index) => {
    motion.take(heldAt, value, 1e9 + index * STEP_US);
    return motion.isMoving;
  });
}

const still = (heldAt: number | undefined, value: number, seconds: number) =>
  Array.from({ length: seconds * 10 }, () => [heldAt, value] as const);
const climb = (heldAt: number | undefined, fromM: number, toM: number) =>
  Array.from({ length: 10 * (toM - fromM) }, (_, index) => [heldAt, fromM + index / 10] as const);

describe('a movement that the station has not ordered', () => {
  it('counts until it has stood for five seconds, and not again by itself', () => {
    const moves = seen([...still(10, 10, 5), ...climb(10, 10, 20), ...still(10, 20, 20)]);
    assert.equal(moves.slice(0, 80).includes(true), false, 'within a gust');
    assert.equal(moves.slice(95, 150).includes(false), false);
    assert.equal(moves.slice(200).includes(true), false);
  });

  it('is none while an order is under way, and none of a value that has only jumped', () => {
    assert.equal(seen([...still(10, 10, 5), ...climb(undefined, 10, 20), ...still(20, 20, 5)]).includes(true), false);
    assert.equal(seen([...still(10, 10, 5), ...still(10, 14, 10)]).includes(true), false);
  });

  it('is none in a gust, nor where it cannot be told from a failure', () => {
    assert.equal(seen([...still(10, 10, 5), ...climb(10, 10, 13), ...still(10, 10, 5)]).includes(true), false);
    assert.equal(seen([...still(20, 20, 5), ...climb(20, 0, 10).toReversed()]).includes(true), false);
  });
});
