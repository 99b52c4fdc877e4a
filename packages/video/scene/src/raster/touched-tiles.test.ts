import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TouchedTiles } from './touched-tiles.ts';

function touchedBy(...boxes: readonly (readonly [number, number, number, number])[]): (readonly number[])[] {
  const touched = new TouchedTiles();
  touched.begin(200, 40);
  for (const box of boxes) touched.add(...box);
  const found: (readonly number[])[] = [];
  touched.each((...stretch) => found.push(stretch));
  return found;
}

describe('touched tiles', () => {
  it('are those that a box reaches, beside one another in one stretch', () => {
    assert.deepEqual(touchedBy([63.9, 15.2, 64, 15.9]), [[0, 0, 2]]);
    assert.deepEqual(touchedBy([0, 0, 1, 1], [130, 20, 140, 39]), [
      [0, 0, 1],
      [1, 2, 3],
      [2, 2, 3],
    ]);
  });

  it('are only those of the picture', () => {
    assert.deepEqual(touchedBy([-500, -9, -1, 900], [200, 48, 900, 900]), []);
    assert.equal(touchedBy([-1e6, -1e6, 1e6, 1e6]).length, 3);
  });
});
