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

it('takes the rights away from what a sign-in has opened when its key is removed, and when it ends', () => {
  const key = { id: 'k', name: 'screen', role: 'viewer', groupId: undefined, createdMs: 0 };
  const record = { v: 1, id: 's', keyId: 'k', openedMs: 0, usedMs: 0 } as const;
  let keys = [key];
  let isOpen = true;
  const check = new SignInCheck({
    keys: { get: (id: string) => keys.find((one) => one.id === id) },
    rights: { ofKey: ({ role }: typeof key) => [{ role, group: undefined }] },
    sessions: { current: () => (isOpen ? record : undefined) },
  } as never);
  const caller = check.ofSession({ key: 'hash', record });
  const opened = caller?.rightsNow();
  assert.deepEqual(opened, [{ role: 'viewer', group: undefined }]);
  isOpen = false;
  assert.deepEqual(caller?.rightsNow(), []);
  isOpen = true;
  assert.deepEqual(caller?.rightsNow(), opened);
  keys = [];
  assert.deepEqual(caller?.rightsNow(), []);
  assert.equal(check.ofSession({ key: 'hash', record }), undefined);
});
