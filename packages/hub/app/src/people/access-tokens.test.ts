import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AccessTokens } from './access-tokens.ts';
import { SignInCheck } from './sign-in-check.ts';

it('an access token that is refused again and again is logged every 10 s, one of another reason at once', async () => {
  const logged: string[] = [];
  let nowMs = 0;
  let reason = 'unknown key';
  const tokens = new AccessTokens({
    provider: { ofAccessToken: async () => ({ kind: 'refused', reason }) },
    persons: {},
    nowMs: () => nowMs,
    log: { warn: ({ fault }: { fault: string }) => logged.push(fault) },
  } as never);
  const refused = async (atMs: number, because: string) => {
    nowMs = atMs;
    reason = because;
    await tokens.recognise({ headers: { authorization: 'Bearer a.b.c' } } as never);
  };
  await refused(0, 'unknown key');
  await refused(1, 'unknown key');
  await refused(2, 'another audience');
  await refused(9999, 'unknown key');
  assert.deepEqual(logged, ['unknown key', 'another audience']);
  await refused(10_000, 'unknown key');
  assert.deepEqual(logged, ['unknown key', 'another audience', 'unknown key']);
  for (let index = 0; index < 100; index += 1) await refused(10_001, `reason ${index}`);
  assert.equal(logged.length < 20, true, 'however many reasons there are');
});

it('says of a token that could not be checked why, until it is checked', async () => {
  const identity = { issuer: 'https://idp.test', subject: 'dispatch', name: 'Dispatch', claims: [] };
  const good = { kind: 'ok', value: { identity, expiresMs: 1000 } };
  let answer: object = { kind: 'away', reason: 'it does not answer' };
  let isDatabaseAway = true;
  const tokens = new AccessTokens({
    provider: { ofAccessToken: async () => answer },
    persons: {
      seen: async () => {
        if (isDatabaseAway) throw new Error('no database');
        return 'p';
      },
    },
    nowMs: () => 0,
    log: { warn: () => {} },
  } as never);
  const check = new SignInCheck({ tokens, rights: { ofClaims: () => [] }, keys: { find: () => undefined } } as never);
  const code = async (token: string) => {
    await tokens.recognise({ headers: { authorization: `Bearer ${token}` } } as never)?.catch(() => {});
    const caller = check.ofToken(token);
    return caller.ok ? caller.value.callerName : caller.refusal.code;
  };
  assert.equal(await code('a.b.c'), 'SIGN_IN_PROVIDER_AWAY');
  answer = good;
  assert.equal(await code('a.b.c'), 'STORE_UNUSABLE');
  answer = { kind: 'refused', reason: 'unknown key' };
  assert.equal(await code('a.b.c'), 'INVALID_TOKEN');
  answer = good;
  isDatabaseAway = false;
  assert.equal(await code('a.b.c'), 'Dispatch');
  answer = { kind: 'away', reason: 'it does not answer' };
  assert.equal(await code('a.b.c'), 'Dispatch', 'what was found to be good is good until it expires');
  for (let index = 0; index < 5001; index += 1) await code(`a.b.${index}`);
  assert.equal(tokens.whyUnchecked('a.b.0'), undefined, 'a flood of tokens is not kept');
});
