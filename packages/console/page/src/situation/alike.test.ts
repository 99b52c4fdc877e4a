import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAlike } from './alike.ts';

const KITE = {
  kite: { eastM: 3, northM: 4, upM: 20 },
  station: { latDeg: 47.3768935, lonDeg: 8.5417 },
  state: 'Flying',
};

describe('two situations look alike', () => {
  it('while positions and bearings tremble', () => {
    const trembling = {
      ...KITE,
      kite: { eastM: 3.2, northM: 3.9, upM: 20.02 },
      station: { latDeg: 47.3768921, lonDeg: 8.5416989 },
    };
    assert.ok(isAlike(KITE, trembling));
    assert.ok(isAlike({ panDeg: 39.2 }, { panDeg: 39.6 }));
  });

  it('not when something moves, comes, goes or changes its name', () => {
    assert.ok(!isAlike(KITE, { ...KITE, kite: { ...KITE.kite, upM: 20.1 } }));
    assert.ok(!isAlike(KITE, { ...KITE, kite: { ...KITE.kite, eastM: 3.4 } }));
    assert.ok(!isAlike(KITE, { ...KITE, station: { latDeg: 47.376891, lonDeg: 8.5417 } }));
    assert.ok(!isAlike(KITE, { ...KITE, kite: undefined }));
    assert.ok(!isAlike(KITE, { ...KITE, state: 'Landing' }));
    assert.ok(!isAlike({ points: [{ upM: 1 }] }, { points: [{ upM: 1 }, { upM: 2 }] }));
  });

  it('in anything that it knows no measure for only when it is the same', () => {
    assert.ok(!isAlike({ share: 0.5 }, { share: 0.500001 }));
  });
});
