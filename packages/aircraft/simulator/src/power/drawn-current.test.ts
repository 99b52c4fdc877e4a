import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { copperOhm, drawnCurrentA, mostPowerW } from './drawn-current.ts';

describe('the current through the tether', () => {
  it('at the most that the source can give is that of half its voltage, and beyond there is none', () => {
    near(drawnCurrentA(112, 8, mostPowerW(112, 8)), 7, 1e-9);
    assert.equal(drawnCurrentA(112, 8, 400), undefined);
    assert.equal(drawnCurrentA(0, 6, 10), undefined);
  });

  it('is that of a line without resistance as the resistance goes to nothing', () => {
    assert.equal(drawnCurrentA(100, 0, 300), 3);
    near(drawnCurrentA(100, 1e-12, 300), 3, 1e-12);
  });

  it('meets more resistance in a warm line', () => {
    assert.equal(copperOhm(6, 20), 6);
    near(copperOhm(6, 70), 7.179, 1e-9);
  });
});
