import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { temperaturesIn } from './temperatures.ts';

/** 20 by 10 pixels: each has its column as its temperature, and one is on fire. */
const picture = { width: 20, height: 10, temperatureAt: (x: number, y: number) => (x === 12 && y === 4 ? 300 : x) };

describe('temperatures in a part of a picture', () => {
  it('of a spot are those of the three by three pixels around it', () => {
    const { meanC, pixels } = temperaturesIn(picture, { x: 0.275, y: 0.5, width: 0, height: 0 });
    assert.deepEqual([meanC, pixels], [5, 9]);
  });

  it('of a spot at the edge are those of the outermost pixels', () => {
    for (const [x, meanC] of [
      [0, 1],
      [1, 18],
    ] as const) {
      const found = temperaturesIn(picture, { x, y: x, width: 0, height: 0 });
      assert.deepEqual([found.meanC, found.pixels], [meanC, 9]);
    }
  });

  it('of an area are the lowest, the highest and the mean, with their places', () => {
    const found = temperaturesIn(picture, { x: 0.5, y: 0, width: 0.5, height: 1 });
    assert.deepEqual([found.lowestC, found.highestC, found.pixels], [10, 300, 100]);
    assert.deepEqual(found.highestAt, { x: 12.5 / 20, y: 4.5 / 10 });
    assert.equal(found.lowestAt.x, 10.5 / 20);
    assert.ok(Math.abs(found.meanC - (14.5 + 2.88)) < 1e-9, `${found.meanC}`);
  });

  it('leave out what reaches beyond the picture', () => {
    assert.equal(temperaturesIn(picture, { x: 0.9, y: 0.8, width: 1, height: 1 }).pixels, 9);
    assert.equal(temperaturesIn(picture, { x: 0, y: 0, width: 1, height: 1 }).pixels, 200);
  });
});
