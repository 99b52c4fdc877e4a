import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FLIGHT_STATES } from '@kitestring/contract/flight/flight-state.ts';
import { canStop, contextAction } from './context-action.ts';

const FINE = { isStale: false, mayControl: true };

describe('the large button', () => {
  it('offers in each state the command that the station takes there', () => {
    const offered = FLIGHT_STATES.map((state) => [state, contextAction({ ...FINE, state })]);
    assert.deepEqual(Object.fromEntries(offered), {
      Unknown: { kind: 'none', why: 'unknown' },
      StandBy: { kind: 'takeOff' },
      TakingOff: { kind: 'abort' },
      Flying: { kind: 'land' },
      Landing: { kind: 'abort' },
      SafetyLanding: { kind: 'none', why: 'safetyLanding' },
      SafetyDescending: { kind: 'land' },
    });
  });

  it('does not take off on old data, but lands and aborts', () => {
    const stale = { ...FINE, isStale: true };
    assert.deepEqual(contextAction({ ...stale, state: 'StandBy' }), { kind: 'none', why: 'stale' });
    assert.deepEqual(contextAction({ ...stale, state: 'Flying' }), { kind: 'land' });
    assert.deepEqual(contextAction({ ...stale, state: 'Landing' }), { kind: 'abort' });
  });

  it('does nothing for a token that may only read, and before the first state', () => {
    assert.deepEqual(contextAction({ ...FINE, mayControl: false, state: 'Flying' }), {
      kind: 'none',
      why: 'mayNotControl',
    });
    assert.deepEqual(contextAction({ ...FINE, state: undefined }), { kind: 'none', why: 'unknown' });
  });
});

describe('stopping in the air', () => {
  it('is offered while something moves that the station would stop', () => {
    const still = { isChangingAltitude: false, isRotating: false };
    assert.equal(canStop('Flying', still), false);
    assert.equal(canStop('Flying', { ...still, isChangingAltitude: true }), true);
    assert.equal(canStop('Flying', { ...still, isRotating: true }), true);
    assert.equal(canStop('SafetyDescending', { ...still, isChangingAltitude: true }), false);
    assert.equal(canStop('Landing', { ...still, isRotating: true }), false);
  });
});
