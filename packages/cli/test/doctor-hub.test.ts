import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { identityFile, writeIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { TestBroker } from '@kitestring/hub-link/test/support/test-broker.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import { checkHubMembership } from '../src/doctor/hub-membership.ts';

const HUB_URL = 'https://hub.example/';
const SID = 'sabcdefghijkl';
const DAY_MS = 86_400_000;

function settingsOf({ path }: TestFolder, hubUrl?: string) {
  const environment = hubUrl === undefined ? {} : { KITESTRING_HUB_URL: hubUrl };
  return loadSettings({ flags: new Map([['data-dir', [path]]]), environment, folder: path }).values;
}

describe('doctor: hub', { skip: missingNatsServer() }, () => {
  it('is not looked at without one, and says whether the station belongs to it and its broker lets it in', async () => {
    using folder = new TestFolder();
    const settings = settingsOf(folder, HUB_URL);
    const found = async () => {
      const { found = '', status } = (await checkHubMembership(settings)) ?? {};
      return `${status} ${found}`;
    };
    assert.equal(await checkHubMembership(settingsOf(folder)), undefined);
    assert.equal(await found(), `fail not enrolled at ${HUB_URL}`);
    writeFileSync(identityFile(folder.path), '{"seed": "SECRET"}');
    assert.equal(await found(), 'fail the identity cannot be used');
    await using broker = await TestBroker.start();
    const key = Nkey.make('user');
    const identity = { hubUrl: HUB_URL, seed: key.seed, credentials: broker.credentials(SID, key.publicKey) };
    writeIdentity(folder.path, { ...identity, hubUrl: 'https://other.example/' });
    assert.equal(await found(), `fail enrolled at https://other.example/, not at ${HUB_URL}`);
    const credentials = broker.credentials(SID, key.publicKey, Date.now() + 20.5 * DAY_MS);
    writeIdentity(folder.path, { ...identity, credentials });
    assert.equal(await found(), `ok ${SID} at ${HUB_URL}, credentials for 20 days, reached at ${broker.url}`);
    writeIdentity(folder.path, { ...identity, seed: Nkey.make('user').seed });
    assert.match(await found(), /^fail .*no broker takes them .*Authorization/i);
    writeIdentity(folder.path, { ...identity, credentials: { ...credentials, expires: Date.now() - 2.5 * DAY_MS } });
    assert.match(await found(), /^warn .* expired 3 days ago$/);
  });
});
