import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { GpsCorrections, type RtkState } from './gps-corrections.ts';

const corrections = (rtk: ParameterOverrides['rtk'] = {}) =>
  new GpsCorrections(parametersWith({ rtk: { isUsed: true, ...rtk } }).rtk);

/** States after each second, as often as they last. */
function run(one: GpsCorrections, seconds: number, isHeard: boolean, satellites = 12): string {
  const states: RtkState[] = [];
  for (let second = 0; second < seconds; second += 1) {
    one.step(isHeard, satellites, 1);
    states.push(one.state);
  }
  return states.join(' ').replace(/(\w+)(?: \1\b)*/g, (all, state) => `${state} x${all.split(' ').length}`);
}

describe('corrections to the phases', () => {
  it('are not there unless they are used', () => {
    const unused = corrections({ isUsed: false });
    assert.equal(run(unused, 30, true), 'none x30');
    assert.equal(unused.ageS, Number.POSITIVE_INFINITY);
  });

  it('that stay away leave a fixed position for 15 s, a float one for 60, then none', () => {
    const one = corrections();
    assert.equal(run(one, 5, true), 'fixed x5');
    assert.equal(run(one, 70, false), 'fixed x15 float x45 none x10');
    assert.equal(one.ageS, 70);
  });

  it('that come back need ten seconds to a fixed position', () => {
    const one = corrections();
    run(one, 70, false);
    assert.equal(run(one, 15, true), 'float x10 fixed x5');
    assert.equal(one.ageS, 0);
  });

  it('leave a float position with four satellites, and none without a fix', () => {
    const one = corrections();
    assert.equal(run(one, 3, true, 4), 'float x3');
    assert.equal(run(one, 2, true, 0), 'none x2');
    assert.equal(run(one, 12, true, 5), 'float x10 fixed x2');
  });

  it('that are gone and back while it is float count from their return', () => {
    const one = corrections();
    run(one, 20, false);
    run(one, 4, true, 4);
    assert.equal(run(one, 4, true), 'float x4');
    run(one, 1, false);
    assert.equal(run(one, 12, true), 'float x10 fixed x2');
  });

  it('over a longer base line leave more: 1 mm a kilometre', () => {
    const [near, far] = [corrections({ baseLineKm: 0 }), corrections({ baseLineKm: 50 })];
    assert.ok(Math.abs(near.horizontalM - 0.01 / 1.17741) < 1e-7);
    assert.ok(Math.abs(far.horizontalM - 0.06 / 1.17741) < 1e-6);
    assert.ok(Math.abs(far.verticalM - 0.06 / 0.67449) < 1e-6);
  });
});
