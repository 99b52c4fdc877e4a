import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alongM, sideDirectionDeg } from './side-direction.ts';

describe('the side view', () => {
  it('is shown with the wind from the left, else with the Kite to the right', () => {
    assert.equal(sideDirectionDeg(250, { eastM: 2, northM: 0 }), 70);
    assert.equal(sideDirectionDeg(undefined, { eastM: -3, northM: 0 }), 270);
    assert.equal(sideDirectionDeg(undefined, { eastM: 0, northM: -0.5 }), 90);
    assert.ok(Math.abs(alongM({ eastM: 3, northM: 4 }, 0) - 4) < 1e-9);
    assert.ok(Math.abs(alongM({ eastM: 3, northM: 4 }, 90) - 3) < 1e-9);
  });
});
