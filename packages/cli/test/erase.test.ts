import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { ErasureReceipt } from '@kitestring/station-app/erasure/erase-records.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { run } from './support/test-context.ts';
import { testStation } from './support/test-station.ts';

const OPERATOR = 'Ada Lovelace';

/** A data folder with traces of an operator wherever there can be some, also in pages that SQLite has given back. */
function usedFolder(): TestFolder {
  const folder = new TestFolder();
  using store = openStore(folder.path, { lock: true });
  store.plugins.put({ id: 'p', name: 'vms', scopes: ['read'], enabled: true, epoch: 1, keyHash: 'h', createdAtUs: 1 });
  const times = { createdAtUs: 1, validUntilUs: 2 ** 50 };
  store.sessions.add({
    id: 's',
    pluginId: 'p',
    epoch: 1,
    name: OPERATOR,
    scopes: ['read'],
    tokenHash: 't',
    tokenHint: 'a',
    ...times,
  });
  for (let beginUs = 0; beginUs < 500; beginUs += 1) {
    store.notifications.put({ code: 1, beginUs, endUs: beginUs + 1, parameters: { operator: OPERATOR } });
  }
  store.notifications.forgetEndedBefore(400);
  store.notifications.put({ code: 2, beginUs: 1, parameters: { operator: OPERATOR } });
  const fresh = { enabled: true, epoch: 1, passkeys: [], createdAtUs: 1 } as const;
  const account = { id: 'o', login: 'lovelace', role: 'pilot', ...fresh } as const;
  store.accounts.put({ ...account, name: OPERATOR });
  store.accounts.put({ ...account, id: 'gone', login: 'gone', name: OPERATOR });
  store.accounts.remove('gone', 1);
  const entry = {
    timeUs: 1,
    stationUs: 1,
    kind: 'Administration',
    operation: 'station.accounts.add',
    count: 1,
  } as const;
  store.audit.append([{ ...entry, outcome: 'Done', target: 'o' }]);
  store.pins.add({
    id: 'p',
    name: `Seen by ${OPERATOR}`,
    kind: 'other',
    latDeg: 1,
    lonDeg: 2,
    createdAtUs: 1,
    createdBy: 'vms',
  });
  store.counters.set('flight hours', 12);
  for (const name of ['station.sqlite-wal.damaged-2026-11-21T08-30-00Z', 'journal.sqlite', 'journal.sqlite-wal'])
    folder.file(name, `${OPERATOR} at 47.3769, 8.5417`);
  for (const path of ['flights', 'recordings/20260616_132946_+0200']) {
    mkdirSync(join(folder.path, path), { recursive: true });
    folder.file(join(path, 'main.bin'), `${OPERATOR} at 47.3769, 8.5417`);
  }
  return folder;
}

const erase = (folder: { readonly path: string }, words: string[] = [], answer?: string) =>
  run(['erase', ...words, '--data-dir', folder.path], answer === undefined ? {} : { ask: async () => answer });

/** Every file below the folder that has the operator's name in any byte. */
function traces({ path }: TestFolder): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ name, parentPath }) => join(parentPath, name));
  return files.filter((file) => readFileSync(file).includes(OPERATOR));
}

describe('kitestring erase', () => {
  it('leaves no byte of an operator in the folder, and all that others need', async () => {
    using folder = usedFolder();
    assert.ok(traces(folder).length >= 3);
    const { err, out, status } = await erase(folder, ['--yes']);
    assert.deepEqual([status, err], [0, '']);
    assert.match(
      out,
      /^Erased: files of flights 1 .*files of recordings 1 .*files of records for a hub 2 .*accounts 1, notifications 102, pins 1, sessions 1\.$/m,
    );
    assert.deepEqual(traces(folder), []);
    using store = openStore(folder.path, { lock: true });
    assert.deepEqual(
      store.plugins.list().map(({ name }) => name),
      ['vms'],
    );
    assert.deepEqual([store.accounts.list(), store.audit.newest({ limit: 2 })[1]?.target], [[], 'o']);
    assert.equal(store.counters.get('flight hours'), 12);
    assert.equal(store.audit.newest({ limit: 1 })[0]?.operation, 'station.erase');
  });

  it('leaves a receipt that says what was erased, for the eyes of the owner', async () => {
    using folder = usedFolder();
    const printed = JSON.parse((await erase(folder, ['--yes', '--json'])).out) as ErasureReceipt & { receipt: string };
    const { receipt: file, ...receipt } = printed;
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), receipt);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual([receipt.erased.notifications, receipt.erased.flights.files], [102, 1]);
    const again = JSON.parse((await erase(folder, ['--yes', '--json'])).out) as ErasureReceipt;
    assert.deepEqual(again.erased.recordings, { files: 0, bytes: 0 });
  });

  it('asks first, and takes only the whole word', async () => {
    using folder = usedFolder();
    for (const answer of ['', 'y', 'yes', 'ERASE']) {
      const { err, status } = await erase(folder, [], answer);
      assert.deepEqual([status, err], [1, 'Nothing was erased.\n']);
    }
    assert.equal((await erase(folder)).status, 2, 'nobody is there to ask');
    assert.ok(traces(folder).length >= 3);
    assert.equal((await erase(folder, [], 'erase')).status, 0);
    assert.deepEqual(traces(folder), []);
  });

  it('is refused while a station runs on the folder, and where no station was', async () => {
    await using station = await testStation();
    const beside = await erase({ path: station.folder }, ['--yes']);
    assert.equal(beside.status, 1);
    assert.match(beside.err, /is being used by another process/);
    using empty = new TestFolder();
    const nothing = await erase(empty, ['--yes']);
    assert.equal(nothing.status, 1);
    assert.match(nothing.err, /no station has been started/);
  });
});
