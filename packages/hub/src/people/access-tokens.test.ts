import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AccessTokens } from './access-tokens.ts';

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
