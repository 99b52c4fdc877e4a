import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { AuditEntry } from '@kitestring/station-contract/admin/audit.ts';
import { run } from './support/test-context.ts';
import { testStation } from './support/test-station.ts';

/** A folder in which plugins were administered by the command line. */
async function usedFolder(): Promise<TestFolder> {
  const folder = new TestFolder();
  for (const words of [
    ['add', 'vms'],
    ['add', 'gate', '--scopes', 'read'],
    ['rotate', 'vms'],
    ['disable', 'gate'],
    ['enable', 'gate'],
    ['remove', 'gate', '--yes'],
  ]) {
    assert.equal((await run(['plugin', ...words, '--data-dir', folder.path])).status, 0);
  }
  return folder;
}

const audit = (folder: TestFolder, ...words: string[]) => run(['audit', ...words, '--data-dir', folder.path]);

describe('kitestring audit', () => {
  it('has what the command line did to plugins, and no key', async () => {
    using folder = await usedFolder();
    const { out, status } = await audit(folder);
    assert.equal(status, 0);
    const lines = out.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^TIME +KIND +WHO +FROM +WHAT$/);
    assert.deepEqual(
      lines.slice(1).map((line) => /command line +(\S+)/.exec(line)?.[1]),
      ['add', 'add', 'rotate', 'disable', 'enable', 'remove'].map((word) => `admin.plugins.${word}`),
    );
    assert.doesNotMatch(out, /kite_/);
  });

  it('exports all of it as NDJSON and as CSV, the oldest first', async () => {
    using folder = await usedFolder();
    const entries = (await audit(folder, '--format', 'ndjson')).out.trimEnd().split('\n');
    const sequences = entries.map((line) => (JSON.parse(line) as AuditEntry).sequence);
    assert.deepEqual(sequences, [1, 2, 3, 4, 5, 6]);
    const [head = '', ...rows] = (await audit(folder, '--format', 'csv')).out.trimEnd().split('\r\n');
    assert.match(head, /^sequence,time,station_time,kind,/);
    assert.deepEqual(
      rows.map((row) => row.split(',')[0]),
      ['1', '2', '3', '4', '5', '6'],
    );
  });

  it('shows a kind, a plugin, and so many as were asked for', async () => {
    using folder = await usedFolder();
    const count = async (...words: string[]) =>
      (await audit(folder, '--format', 'ndjson', ...words)).out.split('\n').length - 1;
    assert.equal(await count('--kind', 'administration'), 6);
    assert.equal(await count('--kind', 'Command'), 0);
    assert.equal(await count('--limit', '2'), 2);
    assert.equal(await count('--plugin', 'nobody'), 0);
  });

  it('works beside a station', async () => {
    await using station = await testStation();
    const { out, status } = await audit({ path: station.folder } as TestFolder);
    assert.equal(status, 0);
    assert.match(out, /^TIME/);
  });

  it('refuses what it does not know', async () => {
    using folder = await usedFolder();
    for (const [words, message] of [
      [['--kind', 'SignIns'], /--kind: got "SignIns".*did you mean SignIn/],
      [['--format', 'xml'], /--format: got "xml", allowed: table, ndjson, csv/],
      [['--limit', '0'], /--limit: got "0"/],
    ] as const) {
      const { err, status } = await audit(folder, ...words);
      assert.equal(status, 2);
      assert.match(err, message);
    }
  });
});
