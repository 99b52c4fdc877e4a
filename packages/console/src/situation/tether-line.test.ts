import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alongM, deckTiltDeg, sideDirectionDeg, tetherTo } from './tether-line.ts';

const KITE = { eastM: 2, northM: 0, upM: 20 };

describe('the tether as drawn', () => {
  it('is a straight line, and says so, while nobody knows its shape', () => {
    const { isEstimated, points } = tetherTo(KITE, undefined);
    assert.equal(isEstimated, true);
    assert.deepEqual(points, [{ eastM: 0, northM: 0, upM: 0 }, KITE]);
  });

  it('keeps its shape and ends where the Kite is now', () => {
    const shape = [
      { eastM: 0, northM: 0, upM: 0 },
      { eastM: 0.8, northM: 0, upM: 5 },
      { eastM: 1, northM: 0, upM: 10 },
    ];
    const { isEstimated, points } = tetherTo(KITE, shape);
    assert.equal(isEstimated, false);
    assert.deepEqual(points.at(0), shape[0]);
    assert.deepEqual(points.at(1), { eastM: 1.3, northM: 0, upM: 10 });
    assert.deepEqual(points.at(-1), KITE);
  });

  it('begins at a deck that heaves, and still ends at the Kite', () => {
    const shape = [
      { eastM: 0, northM: 0, upM: 0 },
      { eastM: 1, northM: 0, upM: 10 },
      { eastM: 2, northM: 0, upM: 20 },
    ];
    const { points } = tetherTo(KITE, shape, -1.2);
    assert.deepEqual(points.at(0), { eastM: 0, northM: 0, upM: -1.2 });
    assert.deepEqual(points.at(-1), KITE);
    assert.equal(tetherTo(KITE, undefined, 0.5).points[0]?.upM, 0.5);
  });

  it('stands on a deck whose lean is shown as it is seen from that side', () => {
    const deck = { upM: 0, headingDeg: 40, rollDeg: 5, pitchDeg: 2 };
    for (const [directionDeg, tiltDeg] of [
      [130, 5],
      [310, -5],
      [40, -2],
      [220, 2],
    ] as const) {
      assert.ok(Math.abs(deckTiltDeg(deck, directionDeg) - tiltDeg) < 1e-9, `towards ${directionDeg}`);
    }
  });

  it('is shown with the wind from the left, else with the Kite to the right', () => {
    assert.equal(sideDirectionDeg(250, KITE), 70);
    assert.equal(sideDirectionDeg(undefined, { eastM: -3, northM: 0 }), 270);
    assert.equal(sideDirectionDeg(undefined, { eastM: 0, northM: -0.5 }), 90);
    assert.ok(Math.abs(alongM({ eastM: 3, northM: 4 }, 0) - 4) < 1e-9);
    assert.ok(Math.abs(alongM({ eastM: 3, northM: 4 }, 90) - 3) < 1e-9);
  });
});
