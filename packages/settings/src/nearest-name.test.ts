import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestName } from './nearest-name.ts';

const names = ['port', 'host', 'sim-speed', 'data-dir', 'flight.altitude_takeoff_m'];

describe('nearestName', () => {
  for (const [wrong, nearest] of [
    ['prot', 'port'],
    ['Port', 'port'],
    ['hosts', 'host'],
    ['sim-sped', 'sim-speed'],
    ['datadir', 'data-dir'],
    ['flight.altitude_take_off_m', 'flight.altitude_takeoff_m'],
  ] as const) {
    it(`takes ${wrong} for ${nearest}`, () => assert.equal(nearestName(wrong, names), nearest));
  }

  it('suggests nothing when nothing is like it', () => {
    assert.equal(nearestName('recordings', names), undefined);
    assert.equal(nearestName('x'.repeat(5000), names), undefined);
    assert.equal(nearestName('x', ['ci']), undefined, 'not a letter of it');
  });
});
