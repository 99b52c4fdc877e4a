import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { defaultDataFolder } from '@kitestring/settings/data-folder.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { nodeSecrets } from '@kitestring/station-store/secrets.ts';
import { run } from './support/test-context.ts';
import { testStation } from './support/test-station.ts';

interface PluginRow {
  readonly name: string;
  readonly state: string;
}

/** The words of one command, on a data folder of its own. */
function onFolder(folder: TestFolder) {
  return (...words: string[]) => run(['plugin', ...words, '--data-dir', folder.path]);
}

const keyIn = (out: string): string => /kite_[\w-]{43}/.exec(out)?.[0] ?? assert.fail(`no key in ${out}`);

async function hashOf(folder: TestFolder, key: string): Promise<string> {
  using store = openStore(folder.path, { lock: false });
  return nodeSecrets({ salt: store.keySalt }).hashKey(key);
}

describe('kitestring plugin', () => {
  it('adds a plugin, shows its key once, and keeps only the hash', async () => {
    using folder = new TestFolder();
    const plugin = onFolder(folder);
    const added = await plugin('add', 'vms', '--scopes', 'control,read');
    assert.equal(added.status, 0);
    const key = keyIn(added.out);
    const listed = JSON.parse((await plugin('list', '--json')).out);
    assert.equal(listed.length, 1);
    assert.deepEqual(
      { ...listed[0], id: '', created_at: '' },
      { id: '', name: 'vms', state: 'Enabled', scopes: ['read', 'control'], sessions: 0, created_at: '' },
    );
    const hash = await hashOf(folder, key);
    using store = openStore(folder.path, { lock: false });
    assert.equal(store.plugins.list()[0]?.keyHash, hash);
  });

  it('shows them as a table', async () => {
    using folder = new TestFolder();
    const plugin = onFolder(folder);
    await plugin('add', 'a');
    await plugin('add', 'longer name', '--scopes', 'read');
    const lines = (await plugin('list')).out.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^NAME {9}STATE {4}SCOPES {8}SESSIONS {2}CREATED {11}ID$/);
    assert.match(lines[1] ?? '', /^a {12}Enabled {2}read control {2}0 {9}\d{4}-\d\d-\d\d \d\d:\d\d {2}[\da-f-]{36}$/);
    assert.match(lines[2] ?? '', /^longer name {2}Enabled {2}read {10}/);
  });

  it('gives a new key and lets the old one work for the grace period', async () => {
    using folder = new TestFolder();
    const plugin = onFolder(folder);
    const old = await hashOf(folder, keyIn((await plugin('add', 'vms')).out));
    const rotated = await plugin('rotate', 'vms', '--grace', '1h', '--json');
    const fresh = await hashOf(folder, JSON.parse(rotated.out).key);
    using store = openStore(folder.path, { lock: false });
    const [record] = store.plugins.list();
    assert.equal(record?.keyHash, fresh);
    assert.equal(record?.previousKey?.hash, old);
    const leftS = ((record?.previousKey?.validUntilUs ?? 0) - Date.now() * 1000) / 1e6;
    assert.ok(leftS > 3500 && leftS <= 3600, `${leftS} s are left`);
  });

  it('finds a plugin by name and by id, disables, enables and removes it', async () => {
    using folder = new TestFolder();
    const plugin = onFolder(folder);
    const { id } = JSON.parse((await plugin('add', 'vms', '--json')).out);
    assert.equal((await plugin('disable', 'vms')).out, 'Plugin vms is disabled.\n');
    assert.match((await plugin('list')).out, /Disabled/);
    assert.deepEqual(JSON.parse((await plugin('enable', id, '--json')).out), { id, name: 'vms', enabled: true });
    assert.match((await plugin('list')).out, /Enabled/);
    assert.equal((await plugin('remove', id, '--yes')).out, 'Plugin vms removed.\n');
    assert.equal((await plugin('list', '--json')).out, '[]\n');
  });

  it('asks before it removes, and takes only yes for yes', async () => {
    using folder = new TestFolder();
    const plugin = onFolder(folder);
    await plugin('add', 'vms');
    const remove = (answer: string) =>
      run(['plugin', 'remove', 'vms', '--data-dir', folder.path], { ask: async () => answer });
    assert.deepEqual(await remove(''), { status: 1, out: '', err: 'Nothing was removed.\n' });
    assert.deepEqual(await plugin('remove', 'vms'), {
      status: 2,
      out: '',
      err: 'kitestring: plugin remove: no terminal for the confirmation; add --yes\n',
    });
    assert.equal((await remove('y')).out, 'Plugin vms removed.\n');
  });

  it('refuses what cannot be, in one line, and changes nothing', async () => {
    using folder = new TestFolder();
    const plugin = onFolder(folder);
    await plugin('add', 'vms');
    const before = (await plugin('list', '--json')).out;
    const scopes = 'read, control, can_override, experimental, internal';
    for (const [words, status, line] of [
      [['add', 'vms'], 2, 'name must not be that of another plugin, got "vms"'],
      [['add', ''], 2, 'name must have 1 to 100 characters, got 0'],
      [['add', 'x', '--scopes', 'contrl'], 2, `--scopes: got "contrl", allowed: ${scopes}; did you mean control?`],
      [['add', 'x', '--scopes', ','], 2, `scopes must name at least one of ${scopes}`],
      [['rotate', 'nix'], 1, 'there is no plugin "nix"; there are: vms'],
      [
        ['rotate', 'vms', '--grace', '1 year'],
        2,
        '--grace: got "1 year", allowed: a duration such as 90s, 30m, 24h, 7d, or 0',
      ],
      [
        ['rotate', 'vms', '--grace', '999999999999d'],
        2,
        '--grace: got 86399999999913600, allowed: a number from 0 to 31536000 s',
      ],
    ] as const) {
      assert.deepEqual(await plugin(...words), { status, out: '', err: `kitestring: ${line}\n` });
    }
    assert.equal((await plugin('list', '--json')).out, before);
  });

  it('makes no data folder unless it adds a plugin', async () => {
    using folder = new TestFolder();
    const elsewhere = folder.file('not-there');
    for (const words of [['list'], ['rotate', 'x'], ['enable', 'x'], ['remove', 'x', '--yes']]) {
      assert.equal((await run(['plugin', ...words, '--data-dir', elsewhere])).status, 1);
    }
    assert.equal(existsSync(elsewhere), false);
    assert.equal((await run(['plugin', 'add', 'x', '--data-dir', elsewhere])).status, 0);
  });

  it('makes no key in the default folder where no station has been: it would open nothing', async () => {
    const folder = defaultDataFolder();
    const hadStation = existsSync(join(folder, 'station.sqlite'));
    const { err, status } = await run(hadStation ? ['plugin', 'list'] : ['plugin', 'add', 'vms']);
    assert.equal(status, hadStation ? 0 : 1);
    if (!hadStation)
      assert.match(err, /no station has been started in .* yet; start one, or name its folder with --data-dir/);
    assert.equal(existsSync(join(folder, 'station.sqlite')), hadStation);
  });

  it('leaves a damaged database alone and says so', async () => {
    using folder = new TestFolder();
    folder.file('station.sqlite', 'this is not a database, and it is longer than a header of one would be, by far');
    const { status, err } = await onFolder(folder)('list');
    assert.equal(status, 1);
    assert.match(err, /^kitestring: .*station\.sqlite is damaged.*\n$/);
  });

  it('keeps the file of the first key true', async () => {
    using folder = new TestFolder();
    const plugin = onFolder(folder);
    const key = keyIn((await plugin('add', 'first')).out);
    const other = keyIn((await plugin('add', 'other')).out);
    const file = folder.file('api-key', `${key}\n`);
    await plugin('rotate', 'other');
    assert.equal(readFileSync(file, 'utf8'), `${key}\n`);
    const rotated = await plugin('rotate', 'first');
    assert.equal(readFileSync(file, 'utf8'), `${keyIn(rotated.out)}\n`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(rotated.err, `The new key is also in ${file}.\n`);
    await plugin('remove', 'other', '--yes');
    assert.ok(existsSync(file), other);
    await plugin('remove', 'first', '--yes');
    assert.equal(existsSync(file), false);
  });

  it('works while a station runs, which does it at once', async () => {
    await using station = await testStation();
    const plugin = (...words: string[]) => run(['plugin', ...words, '--json', '--data-dir', station.folder]);
    const { key } = JSON.parse((await plugin('add', 'vms', '--scopes', 'read')).out);
    const client = new KitestringClient({ url: station.url, key, platform: nodePlatform(), timeoutMs: 180_000 });
    await client.flight.getFlightState();
    const states = JSON.parse((await plugin('list')).out).map(({ name, state }: PluginRow) => [name, state]);
    assert.deepEqual(states, [
      ['first', 'Enabled'],
      ['vms', 'Active'],
    ]);
    await plugin('disable', 'vms');
    await assert.rejects(client.flight.getFlightState(), { code: 'PLUGIN_DISABLED' });
  });
});
