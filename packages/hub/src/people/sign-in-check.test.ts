import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { it } from 'node:test';
import { AccessTokens } from './access-tokens.ts';
import { SignInCheck } from './sign-in-check.ts';

it('takes the rights of a caller away when the access token ends that a WebSocket was opened with', async () => {
  let nowMs = 0;
  const identity = { issuer: 'https://idp.test', subject: 'anna', name: 'Anna', claims: ['pilots'] };
  const provider = { ofAccessToken: async () => ({ kind: 'ok', value: { identity, expiresMs: 1000 } }) };
  const tokens = new AccessTokens({ provider, persons: { seen: async () => 'p' }, nowMs: () => nowMs } as never);
  await tokens.recognise({ headers: { authorization: 'Bearer a.b.c' } } as IncomingMessage);
  const right = { role: 'viewer', group: undefined };
  const rights = { ofClaims: (claims: readonly string[]) => (claims.includes('pilots') ? [right] : []) };
  const check = new SignInCheck({ tokens, rights, keys: { find: () => undefined } } as never);
  const caller = check.ofToken('a.b.c');
  assert.ok(caller.ok);
  assert.deepEqual(caller.value.rightsNow(), [right]);
  nowMs = 1000;
  assert.deepEqual(caller.value.rightsNow(), []);
  assert.ok(!check.ofToken('a.b.c').ok);
});
