import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { backUpHub } from './back-up-hub.ts';

it('makes no backup without the database, whose place stands in settings that were not given', async () => {
  using folder = new TestFolder();
  mkdirSync(folder.file('data/keys'), { recursive: true });
  const settings = { data_dir: folder.file('data') } as HubSettingValues;
  await assert.rejects(
    backUpHub(settings, folder.file('made.tar.gz'), '0.1.0'),
    /database is set, so the data folder is not the whole hub \(there is none in it\): docs/,
  );
  assert.ok(!existsSync(folder.file('made.tar.gz')));
});
