import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heightMotion } from './motion-watch.ts';

const UP = { fromM: 10, toM: 20, moveByUs: 1000, turnsWithinM: 0 };
const DOWN = { fromM: 20, toM: 10, moveByUs: 1000, turnsWithinM: 0 };

describe('an ordered change of height', () => {
  for (const [order, altitudeM, nowUs, motion] of [
    [UP, 10.1, 0, 'Waiting'],
    [UP, 10.1, 2000, 'NotMoving'],
    [UP, 10.5, 2000, 'Moving'],
    [UP, 19.6, 2000, 'Reached'],
    [UP, 9.2, 0, 'Waiting'],
    [UP, 8.9, 0, 'Wrong'],
    [UP, 22.9, 0, 'Moving'],
    [UP, 23.1, 0, 'Wrong'],
    [DOWN, 21.1, 0, 'Wrong'],
    [DOWN, 15, 2000, 'Moving'],
    [DOWN, 6.9, 0, 'Wrong'],
    [{ ...UP, turnsWithinM: 2 }, 7.5, 0, 'Waiting'],
    [{ ...UP, turnsWithinM: 2 }, 6.9, 0, 'Wrong'],
    [{ fromM: 10, toM: 20, moveByUs: 1000 }, 5, 0, 'Waiting'],
    [{ ...UP, markM: 15 }, 15.1, 2000, 'NotMoving'],
  ] as const) {
    it(`from ${order.fromM} to ${order.toM} m at ${altitudeM} m, ${nowUs} us later, is ${motion}`, () => {
      assert.equal(heightMotion(order, altitudeM, nowUs), motion);
    });
  }
});
