import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type BackupList, LIST_FILE } from '@kitestring/os/backup/backup-list.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { create } from 'tar';
import { restoreHub } from './restore-hub.ts';

function listOf(folder: string, paths: readonly string[]): BackupList {
  const files = paths.map((path) => {
    const content = readFileSync(join(folder, path));
    return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  return { form: 1, version: '0.1.0', made: '', files };
}

/** Restores a backup with these files after a change of its list. */
async function restored(folder: TestFolder, files: readonly string[], change: (list: BackupList) => BackupList) {
  for (const file of files) {
    mkdirSync(dirname(folder.file(`from/${file}`)), { recursive: true });
    writeFileSync(folder.file(`from/${file}`), 'x');
  }
  const list = change(listOf(folder.file('from'), files));
  writeFileSync(folder.file(`from/${LIST_FILE}`), JSON.stringify(list));
  const file = folder.file('made.tar.gz');
  await create({ file, gzip: true, cwd: folder.file('from') }, [LIST_FILE, ...files]);
  return restoreHub({ data_dir: folder.file('to') } as HubSettingValues, file);
}

it('gives what root restores to the owner of the folder, as whom the hub runs', {
  skip: process.getuid?.() !== 0 && 'needs root, who may give files to others',
}, async () => {
  using folder = new TestFolder();
  const [uid, gid] = [65_534, 65_533];
  mkdirSync(folder.file('to'));
  chownSync(folder.file('to'), uid, gid);
  await restored(folder, ['keys/operator.nk', 'database/base/1'], (list) => list);
  for (const name of ['keys', 'keys/operator.nk', 'database/base', 'database/base/1', 'station.lock']) {
    const owner = statSync(folder.file(`to/${name}`));
    assert.deepEqual([owner.uid, owner.gid], [uid, gid], name);
  }
});

it('takes nothing but the parts of a hub', async () => {
  using folder = new TestFolder();
  await assert.rejects(
    restored(folder, ['keys/operator.nk', 'station.lock'], (list) => list),
    /station\.lock is no part of a hub/,
  );
});

it('reads no file outside, whatever its list names', async () => {
  using folder = new TestFolder();
  writeFileSync(folder.file('secret'), 'x');
  const outside = '../../secret';
  await assert.rejects(
    restored(folder, ['keys/operator.nk'], (list) => ({
      ...list,
      files: list.files.flatMap((file) => [file, { ...file, path: outside }]),
    })),
    (fault: Error) => fault.message.includes(`${outside} is not as it was written`),
  );
});

it('refuses an archive with links, and one that has no file, for nothing would be restored', async () => {
  using folder = new TestFolder();
  mkdirSync(folder.file('from/keys'), { recursive: true });
  const none = { form: 1, version: '0.1.0', made: '', files: [] };
  writeFileSync(folder.file(`from/${LIST_FILE}`), JSON.stringify(none));
  symlinkSync('/etc/passwd', folder.file('from/keys/operator.nk'));
  const settings = { data_dir: folder.file('to') } as HubSettingValues;
  for (const [places, reason] of [
    [[LIST_FILE, 'keys'], /operator\.nk is neither a file nor a folder/],
    [[LIST_FILE], /has no backup\.json of this version/],
  ] as const) {
    const file = folder.file(`made-${places.length}.tar.gz`);
    await create({ file, gzip: true, cwd: folder.file('from') }, [...places]);
    await assert.rejects(restoreHub(settings, file), reason);
    assert.deepEqual(readdirSync(folder.file('to')), ['station.lock']);
  }
});
