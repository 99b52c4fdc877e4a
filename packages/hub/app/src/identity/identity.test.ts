import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { BrokerAccounts } from './broker-accounts.ts';
import { openHubKeys } from './hub-keys.ts';
import { Identity } from './identity.ts';

const NOW_MS = Date.UTC(2026, 2, 1);
const KEY = 'U'.repeat(56);
const claims = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

it('the token of a revoked station is void, also one of a replica whose clock was ahead', () => {
  using folder = new TestFolder();
  const keys = openHubKeys(folder.path, { mayMake: true });
  const early = new Identity({ keys, nowMs: () => NOW_MS + 3_600_000, brokerUrls: [], ca: () => undefined });
  const { iat } = claims(early.credentials('sabcdefghijkl', KEY).jwt);
  const stations = { list: () => [{ sid: 'sabcdefghijkl', revokedMs: NOW_MS }], keysOf: () => [KEY] } as never;
  const accounts = new BrokerAccounts({ keys, stations, nowMs: () => NOW_MS });
  const { revocations } = claims(accounts.stationsJwt()).nats;
  assert.ok(revocations[KEY] >= iat, `issued at ${iat}, void up to ${revocations[KEY]}`);
});
