import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import { canStop, contextAction, pressText } from './context-action.ts';

const FINE = {
  whyNotCommand: undefined,
  whyNotBringDown: undefined,
  isLostInAir: false,
  refusing: [],
  isLandingOrdered: false,
};

describe('the large button', () => {
  it('offers in each state the command that the station takes there', () => {
    const offered = FLIGHT_STATES.map((state) => [state, contextAction({ ...FINE, state })]);
    assert.deepEqual(Object.fromEntries(offered), {
      Unknown: { kind: 'none', why: { kind: 'unknown' } },
      StandBy: { kind: 'takeOff' },
      TakingOff: { kind: 'abort' },
      Flying: { kind: 'land' },
      Landing: { kind: 'abort' },
      SafetyLanding: { kind: 'none', why: { kind: 'safetyLanding' } },
      SafetyDescending: { kind: 'land' },
    });
  });

  it('offers to abort no landing that the station has ordered, and every other', () => {
    const ordered = { ...FINE, isLandingOrdered: true };
    assert.deepEqual(contextAction({ ...ordered, state: 'Landing' }), {
      kind: 'none',
      why: { kind: 'orderedLanding' },
    });
    assert.deepEqual(contextAction({ ...ordered, state: 'TakingOff' }), { kind: 'abort' });
  });

  it('does not take off on old data, but lands and aborts', () => {
    const stale = { ...FINE, whyNotCommand: { kind: 'stale' } } as const;
    assert.deepEqual(contextAction({ ...stale, state: 'StandBy' }), { kind: 'none', why: { kind: 'stale' } });
    assert.deepEqual(contextAction({ ...stale, state: 'Flying' }), { kind: 'land' });
    assert.deepEqual(contextAction({ ...stale, state: 'Landing' }), { kind: 'abort' });
  });

  it('goes on to offer the landing of a Kite that is no longer heard', () => {
    const lost = { ...FINE, isLostInAir: true };
    assert.deepEqual(contextAction({ ...lost, state: 'Unknown' }), { kind: 'land' });
    assert.equal(pressText({ kind: 'land' }, 'Unknown'), pressText({ kind: 'land' }, 'Flying'));
    const why = { kind: 'otherInControl', name: 'Anna' } as const;
    assert.deepEqual(contextAction({ ...lost, whyNotBringDown: why, state: 'Unknown' }), { kind: 'none', why });
  });

  it('takes off only when no check refuses, which holds no Kite in the air', () => {
    const refusing = ['parking_brake', 'wind'] as const;
    const why = { kind: 'notReady', checks: refusing } as const;
    assert.deepEqual(contextAction({ ...FINE, refusing, state: 'StandBy' }), { kind: 'none', why });
    assert.deepEqual(contextAction({ ...FINE, refusing, state: 'Flying' }), { kind: 'land' });
    assert.deepEqual(contextAction({ ...FINE, refusing, state: 'TakingOff' }), { kind: 'abort' });
  });

  it('does nothing for a token that may only read, and before the first state', () => {
    const why = { kind: 'viewOnly' } as const;
    const viewOnly = { ...FINE, whyNotCommand: why, whyNotBringDown: why };
    assert.deepEqual(contextAction({ ...viewOnly, state: 'Flying' }), { kind: 'none', why });
    assert.deepEqual(contextAction({ ...viewOnly, state: 'StandBy' }), { kind: 'none', why });
    assert.deepEqual(contextAction({ ...FINE, state: undefined }), { kind: 'none', why: { kind: 'noData' } });
  });
});

describe('a press of the large button', () => {
  it('is for a landing still when a descent of the station begins or ends under the finger', () => {
    assert.equal(pressText({ kind: 'land' }, 'Flying'), pressText({ kind: 'land' }, 'SafetyDescending'));
  });

  it('does nothing more when the button has become another one', () => {
    const presses = FLIGHT_STATES.map((state) => pressText(contextAction({ ...FINE, state }), state));
    // Two of the seven states have the landing.
    assert.equal(new Set(presses).size, FLIGHT_STATES.length - 1);
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
