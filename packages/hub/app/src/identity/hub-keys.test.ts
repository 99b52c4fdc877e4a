import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { openHubKeys } from './hub-keys.ts';

const isMissing = (name: string) => (fault: Error & { code?: string }) =>
  fault.code === 'KEY_DAMAGED' && fault.message.includes(`${name} is missing: put the backup of this file back`);

it('a key that is missing beside others is never replaced by a new one, which would lock all stations out', () => {
  using folder = new TestFolder();
  openHubKeys(folder.path, { mayMake: true });
  const names = readdirSync(folder.path).filter((name) => name !== 'operator.nk');
  assert.equal(names.length, 7);
  for (const name of names) {
    using copy = new TestFolder();
    openHubKeys(copy.path, { mayMake: true });
    rmSync(copy.file(name));
    for (const mayMake of [true, false]) assert.throws(() => openHubKeys(copy.path, { mayMake }), isMissing(name));
    assert.ok(!readdirSync(copy.path).includes(name));
  }
});

it('a first start that was killed while it made the keys goes on with them', () => {
  using folder = new TestFolder();
  const { account } = openHubKeys(folder.path, { mayMake: true });
  for (const name of ['operator.nk', 'hub-signing.nk']) rmSync(folder.file(name));
  assert.throws(() => openHubKeys(folder.path, { mayMake: false }), { code: 'KEYS_MISSING' });
  assert.equal(openHubKeys(folder.path, { mayMake: true }).account.seed, account.seed);
});
