import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { LAUNCHER } from './support/launcher.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, testStation } from './support/test-station.ts';

const PASSWORD = 'wind over the old harbour';
const NEW_PASSWORD = 'rain on the north roof';

/** The words of one command, on a data folder; the password comes over the standard input. */
function onFolder({ path }: { readonly path: string }, secret = PASSWORD) {
  return (...words: string[]) => run(['account', ...words, '--data-dir', path], { secret: async () => secret });
}

const listed = async (folder: { readonly path: string }) =>
  JSON.parse((await onFolder(folder)('list', '--json')).out) as { login: string; role: string; enabled: boolean }[];

describe('kitestring account', () => {
  it('adds the first administrator where no station was yet, and keeps neither password nor name in the audit log', async () => {
    using folder = new TestFolder();
    const added = await onFolder(folder)('add', 'Chief', '--name', 'Zoë 無 <b>', '--role', 'admin');
    assert.deepEqual([added.status, added.out, added.err], [0, 'Account chief added: Zoë 無 <b>, admin.\n', '']);
    const lines = (await onFolder(folder)('list')).out.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^LOGIN {2}NAME {7}ROLE {3}STATE {4}SESSIONS {2}ID$/);
    assert.match(lines[1] ?? '', /^chief {2}Zoë 無 <b> +admin {2}Enabled {2}0 {9}[\da-f-]{36}$/);
    using store = openStore(folder.path, { lock: false });
    assert.ok(!JSON.stringify(store.accounts.list()).includes(PASSWORD));
    const [entry] = store.audit.newest({ limit: 1 });
    assert.deepEqual(
      [entry?.operation, entry?.targetName, entry?.input],
      ['station.accounts.add', 'Zoë 無 <b>', '{"role":"admin","changed":["name","password"]}'],
    );
  });

  it('refuses in one line what is wrong', async () => {
    using folder = new TestFolder();
    const account = onFolder(folder);
    await account('add', 'chief', '--role', 'admin');
    for (const [words, secret, line] of [
      [
        ['add', 'x', '--role', 'pilto'],
        PASSWORD,
        '--role: got "pilto", allowed: viewer, operator, pilot, admin; did you mean pilot?',
      ],
      [['add', 'x'], PASSWORD, '--role is missing; one of viewer, operator, pilot, admin'],
      [['add', 'x', '--role', 'pilot'], 'short', 'a password has 12 to 128 characters, got 5'],
      [['add', 'x', '--role', 'pilot'], '', 'no password came over the standard input'],
      [['add', 'CHIEF', '--role', 'pilot'], PASSWORD, 'the login chief is already used by another account'],
      [['disable', 'nobody'], PASSWORD, 'there is no account "nobody"; there are: chief'],
      [['delete', 'chief'], PASSWORD, 'account delete: no terminal for the confirmation; add --yes'],
    ] as const) {
      const { err, out, status } = await onFolder(folder, secret)(...words);
      assert.deepEqual([out, err.replace(/ \(did.*/, '')], ['', `kitestring: ${line}\n`]);
      assert.notEqual(status, 0);
    }
    assert.deepEqual(
      (await listed(folder)).map(({ login }) => login),
      ['chief'],
    );
  });

  it('asks twice at a terminal, and takes no password that differs', async () => {
    using folder = new TestFolder();
    const answers = [PASSWORD, NEW_PASSWORD];
    const { err } = await run(['account', 'add', 'chief', '--role', 'admin', '--data-dir', folder.path], {
      ask: async () => '',
      secret: async () => answers.shift() ?? '',
    });
    assert.equal(err, 'kitestring: the passwords differ\n');
  });

  it('changes role and password, disables, enables and deletes, and ends sessions', async () => {
    using folder = new TestFolder();
    const account = onFolder(folder, NEW_PASSWORD);
    await onFolder(folder)('add', 'rossi', '--role', 'pilot');
    const stored = () => {
      using store = openStore(folder.path, { lock: false });
      return { account: store.accounts.list()[0], sessions: store.sessions.list().length };
    };
    const { id = '', passwordHash } = stored().account ?? {};
    for (const [words, out] of [
      [['role', 'rossi', 'viewer'], 'Account rossi is viewer; its sessions ended.'],
      [['password', 'Rossi'], 'Account rossi has a new password; its sessions, passkeys and watch links ended.'],
      [['disable', id], 'Account rossi is disabled; its sessions ended.'],
    ] as const) {
      {
        using store = openStore(folder.path, { lock: false });
        const times = { createdAtUs: 1, validUntilUs: 2 ** 52 };
        const epoch = store.accounts.list()[0]?.epoch ?? assert.fail();
        store.sessions.add({ id: 's', pluginId: id, epoch, scopes: [], tokenHash: 't', tokenHint: 'a', ...times });
      }
      assert.deepEqual([(await account(...words)).out, stored().sessions], [`${out}\n`, 0]);
    }
    const changed = stored().account;
    assert.deepEqual([changed?.role, changed?.enabled], ['viewer', false]);
    assert.notEqual(changed?.passwordHash, passwordHash);
    await account('enable', 'rossi');
    assert.equal(stored().account?.enabled, true);
    assert.equal((await account('delete', 'rossi', '--yes')).out, 'Account rossi deleted.\n');
    assert.equal(stored().account, undefined);
  });

  it('is done by the station that runs on the folder, at once', async () => {
    const faults: unknown[] = [];
    const note = (...fault: unknown[]) => void faults.push(fault);
    await using station = await testStation({}, { log: { ...SILENT_LOG, warn: note, error: note } });
    const send = async (path: string, body?: object, token?: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const method = body === undefined ? 'GET' : 'POST';
      return (
        await fetch(station.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      ).json() as Promise<{ access_token: string; accounts?: unknown[]; code?: string }>;
    };
    const { access_token: seat } = await send('/api/v1/auth/token/request', { client_secret: TEST_KEY });
    await onFolder({ path: station.folder })('add', 'rossi', '--role', 'pilot');
    const { access_token: token } = await send('/station/v1/sign-in', { login: 'rossi', password: PASSWORD });
    const socket = new WebSocket(`${station.url.replace('http', 'ws')}/api/v1/flight/state/subscribe`, [
      `bearer.${token}`,
    ]);
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const { status } = await onFolder({ path: station.folder })('role', 'rossi', 'viewer');
    assert.deepEqual([status, (await send('/api/v1/flight/state', undefined, token)).code], [0, 'INVALID_TOKEN']);
    assert.equal((await closed).code, 1008);
    assert.equal((await onFolder({ path: station.folder })('evict', 'rossi', '--json')).status, 0);
    assert.equal((await send('/station/v1/accounts', undefined, seat)).accounts?.length, 1);
    assert.deepEqual(faults, []);
  });

  it('reads the password from the standard input of the process, so that it is in no argument', () => {
    using folder = new TestFolder();
    const words = [LAUNCHER, 'account', 'add', 'chief', '--role', 'admin', '--data-dir', folder.path];
    const ran = spawnSync(process.execPath, words, { input: `${PASSWORD}\nnext line`, encoding: 'utf8' });
    assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, 'Account chief added: chief, admin.\n', '']);
  });
});
