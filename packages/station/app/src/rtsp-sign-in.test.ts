import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rtspSignIn } from './rtsp-sign-in.ts';

it('a viewer over RTSP is a sign-in of the audit log, without what it has shown', () => {
  const credentials = { kind: 'password', user: 'u', password: 'geheim' } as const;
  const question = { streamId: 'zoom', address: '192.0.2.7', isEncrypted: false, credentials };
  const asked = { kind: 'SignIn', operation: 'rtsp.sign_in', address: '192.0.2.7', target: 'zoom' };
  assert.deepEqual(rtspSignIn(question, { kind: 'allowed', viewerId: 's' }), {
    ...asked,
    outcome: 'Done',
    sessionId: 's',
  });
  assert.deepEqual(rtspSignIn(question, { kind: 'refused' }), { ...asked, outcome: 'Refused', code: 'INVALID_TOKEN' });
  const later = rtspSignIn(question, { kind: 'later', waitS: 1 });
  assert.deepEqual(later, { ...asked, outcome: 'Refused', code: 'TOO_MANY_WRONG_KEYS' });
});
