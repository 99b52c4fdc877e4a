import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import {
  type ControlSession,
  type ControlSessionEvent,
  controlSessionAfterSignIn,
  inControl,
  nextControlSession,
  OUT,
} from './control-session.ts';

const client = (name: string) => ({ session_id: `session of ${name}`, operator_name: name });

const said = (holder: string | undefined, ...waiting: readonly string[]): HandoffState => ({
  controlling_client: holder === undefined ? null : client(holder),
  requesting_clients: waiting.map(client),
});

const seen = (state: HandoffState, isFirst = false): ControlSessionEvent => ({
  kind: 'seen',
  state,
  sessionId: 'session of anna',
  isFirst,
});

const ASKING: ControlSession = { kind: 'asking' };
const HOLDING: ControlSession = { kind: 'holding' };

describe('the control of a page', () => {
  const table: readonly [string, ControlSession, ControlSessionEvent, ControlSession][] = [
    ['out, and the operator asks', OUT, { kind: 'asked' }, ASKING],
    ['holding, and the operator asks again', HOLDING, { kind: 'asked' }, HOLDING],
    ['asking, and the station gives control', ASKING, seen(said('anna')), HOLDING],
    ['asking, and another one is in control', ASKING, seen(said('ben', 'anna')), ASKING],
    ['asking, and the station has not heard it yet', ASKING, seen(said(undefined)), ASKING],
    ['asking, and the operator gives up', ASKING, { kind: 'gaveUp' }, OUT],
    ['asking, and the queue is full', ASKING, { kind: 'refused' }, OUT],
    ['holding, and it stays so', HOLDING, seen(said('anna', 'ben')), HOLDING],
    ['holding, and a renewal is refused once', HOLDING, { kind: 'refused' }, HOLDING],
    ['holding, and the operator gives up', HOLDING, { kind: 'gaveUp' }, OUT],
    [
      'holding, and another one takes it',
      HOLDING,
      seen(said('ben')),
      { kind: 'out', loss: { kind: 'taken', byName: 'ben' } },
    ],
    [
      'holding, and it was not renewed in time',
      HOLDING,
      seen(said(undefined)),
      { kind: 'out', loss: { kind: 'lapsed' } },
    ],
    [
      'holding, and out of sight for long',
      HOLDING,
      { kind: 'lost', loss: { kind: 'hidden' } },
      { kind: 'out', loss: { kind: 'hidden' } },
    ],
    ['out, and out of sight for long', OUT, { kind: 'lost', loss: { kind: 'hidden' } }, OUT],
    ['lost, and read', { kind: 'out', loss: { kind: 'lapsed' } }, { kind: 'lossRead' }, OUT],
    ['lost, and asked again', { kind: 'out', loss: { kind: 'lapsed' } }, { kind: 'asked' }, ASKING],
    ['given up, and the station says so only later', OUT, seen(said('anna')), OUT],
    ['opened again, in control before', OUT, seen(said('anna'), true), HOLDING],
    ['opened again, waiting before', OUT, seen(said('ben', 'anna'), true), ASKING],
    ['opened, and another one is in control', OUT, seen(said('ben'), true), OUT],
  ];
  for (const [what, before, event, after] of table) {
    it(`${what}: ${after.kind}`, () => assert.deepEqual(nextControlSession(before, event), after));
  }
});

describe('the control after another sign-in', () => {
  const ENDED: ControlSession = { kind: 'out', loss: { kind: 'signInEnded' } };
  const TAKEN: ControlSession = { kind: 'out', loss: { kind: 'taken', byName: 'ben' } };

  it('has lost control with the sign-in, even if it looked as if it had lapsed just before', () => {
    assert.deepEqual(controlSessionAfterSignIn(HOLDING), ENDED);
    assert.deepEqual(controlSessionAfterSignIn(ASKING), ENDED);
    assert.deepEqual(controlSessionAfterSignIn({ kind: 'out', loss: { kind: 'lapsed' } }), ENDED);
  });

  it('is as it was where there was nothing to lose', () => {
    assert.deepEqual(controlSessionAfterSignIn(undefined), OUT);
    assert.deepEqual(controlSessionAfterSignIn(OUT), OUT);
    assert.deepEqual(controlSessionAfterSignIn(TAKEN), TAKEN);
  });
});

describe('who is in control', () => {
  it('is told apart by the session, not by the name', () => {
    const twin = { session_id: 'another session', operator_name: 'anna' };
    const state = { controlling_client: twin, requesting_clients: [] };
    assert.deepEqual(inControl(state, 'session of anna'), { kind: 'other', name: 'anna' });
    assert.deepEqual(inControl(said('anna'), 'session of anna'), { kind: 'own' });
    assert.deepEqual(inControl(said(undefined), 'session of anna'), { kind: 'nobody' });
  });
});
