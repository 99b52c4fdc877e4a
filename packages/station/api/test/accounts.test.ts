import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { runningAdministration } from '@kitestring/station-app/local/running-administration.ts';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { AuditPage } from '@kitestring/station-contract/admin/audit.ts';
import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { fullPath, grantsOf, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import type { Account, AccountGrant } from '@kitestring/station-contract/station/account.ts';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  isFlying,
  SCOPES_OF_ROLE,
} from '@kitestring/station-contract/station/account-role.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { type TestAnswer, TestClient } from './support/test-client.ts';

const ACCOUNTS = '/station/v1/accounts';
const SIGN_IN = '/station/v1/sign-in';
const PASSWORD = 'wind over the old harbour';
const outcome = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();

describe('Accounts over HTTP', () => {
  let station: TestStation;
  let admin: TestClient;
  before(async () => {
    station = await startTestStation({ limits: { tokenRequestsBurst: 1000, wrongKeysPerMin: 1000 } });
    station.advance(2);
    admin = await station.client();
  });
  after(() => station[Symbol.asyncDispose]());

  const add = async (login: string, role: AccountRole, name = `Name of ${login}`): Promise<Account> => {
    const added = await admin.post(ACCOUNTS, { login, name, role, password: PASSWORD });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    return added.body as Account;
  };
  const signIn = (login: string, password = PASSWORD) => station.stranger().post(SIGN_IN, { login, password });
  const signedInClient = async (login: string) => {
    const grant = (await signIn(login)).body as AccountGrant;
    return Object.assign(new TestClient(station.url, grant.access_token), { grant });
  };
  const remove = (id: string, by = admin) => by.send(`${ACCOUNTS}/${id}`, { method: 'DELETE' });
  const own = (client: TestClient) => client.get('/station/v1/account');

  it('give a session as a key does, under the name of the person, wherever sessions are shown', async () => {
    const { id } = await add('m.rossi', 'pilot', 'Maria <b>Rossi</b> 無');
    const pilot = await signedInClient('M.Rossi');
    const { account, plugin_id, plugin_name, scope, token_type } = pilot.grant;
    assert.deepEqual(account, { id, login: 'm.rossi', name: 'Maria <b>Rossi</b> 無', role: 'pilot' });
    assert.deepEqual([plugin_id, plugin_name, token_type], [id, account.name, 'Bearer']);
    assert.equal(scope, 'read control can_override');
    assert.equal((await pilot.post('handoff/control/request', { operator_name: '' })).status, 201);
    const { controlling_client } = (await pilot.get('handoff/state')).body as { controlling_client: object };
    assert.equal((controlling_client as { plugin_name: string }).plugin_name, account.name);
    const refused = await admin.post('flight/control/land');
    assert.match((refused.body as { message: string }).message, /^Maria <b>Rossi<\/b> 無 is in control$/);
    const { sessions } = (await admin.get('/admin/v1/sessions')).body as { sessions: { plugin_name: string }[] };
    assert.ok(sessions.some(({ plugin_name: name }) => name === account.name));
    const { plugins } = (await admin.get('/admin/v1/plugins')).body as { plugins: { name: string }[] };
    assert.deepEqual(
      plugins.map(({ name }) => name),
      ['first'],
      'no account is a plugin',
    );
    await pilot.post('handoff/control/release');
    assert.deepEqual((({ is_own, sessions }) => [is_own, sessions])((await own(pilot)).body as Account), [true, 1]);
    assert.equal(outcome(await own(admin)), '404 NO_ACCOUNT');
  });

  /** Beside what each scope allows: paths with a parameter are asked with one that is not there. */
  const concrete = (operation: Operation) =>
    fullPath(operation)
      .replace('{category}', 'flight')
      .replace('{endpoint}', 'state')
      .replaceAll(/\{\w+\}/g, 'none');
  const asked: readonly Operation[] = [
    ...OPERATIONS,
    ...STATION_OPERATIONS,
    ...ADMIN_OPERATIONS,
    ...SIM_OPERATIONS,
  ].filter(
    ({ access, id, isUnlimited, method }) =>
      (grantsOf(access)?.flat().length ?? 0) > 0 && (method !== 'GET' || isUnlimited) && id !== 'sim.reboot',
  );

  for (const role of ACCOUNT_ROLES) {
    it(`of the role ${role} may call what its scopes allow, and nothing else`, async () => {
      await using wide = await startTestStation({ limits: { commandsBurst: 1000, tokenRequestsBurst: 1000 } });
      wide.advance(2);
      await (await wide.client()).post(ACCOUNTS, { login: role, name: role, role, password: PASSWORD });
      const { body } = await wide.stranger().post(SIGN_IN, { login: role, password: PASSWORD });
      const client = new TestClient(wide.url, (body as AccountGrant).access_token);
      const held = SCOPES_OF_ROLE[role];
      const wrong: string[] = [];
      for (const operation of asked) {
        const { access, id, method } = operation;
        const isGranted = grantsOf(access)?.some((scopes) => scopes.every((scope) => held.includes(scope))) ?? false;
        const mayCall = isGranted && !(role === 'operator' && isFlying(operation));
        const answer = outcome(await client.send(concrete(operation), { method }));
        if ((answer === '403 INSUFFICIENT_SCOPE') === mayCall) wrong.push(`${id}: ${answer}`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  it('end at once, with their WebSockets, when they are disabled, get another role or are deleted', async () => {
    for (const change of [{ enabled: false }, { role: 'viewer' }, undefined] as const) {
      const login = change === undefined ? 'deleted' : Object.keys(change).join();
      const { id } = await add(login, 'pilot');
      const client = await signedInClient(login);
      const socket = await client.subscribe('flight/state');
      await client.post('handoff/control/request', { operator_name: login });
      const changed = change === undefined ? await remove(id) : await admin.post(`${ACCOUNTS}/${id}`, change);
      assert.ok(changed.status < 300, outcome(changed));
      assert.equal((await socket.closed).code, 1008, login);
      assert.equal(outcome(await client.get('flight/state')), '401 INVALID_TOKEN');
      const { controlling_client } = (await admin.get('handoff/state')).body as { controlling_client: unknown };
      assert.equal(controlling_client, null);
    }
    assert.equal(outcome(await signIn('enabled')), '403 ACCOUNT_DISABLED');
    assert.equal(outcome(await signIn('enabled', 'wrong one')), '401 INVALID_SIGN_IN');
    assert.equal(outcome(await signIn('deleted')), '401 INVALID_SIGN_IN');
    assert.equal((await signedInClient('role')).grant.scope, 'read');
  });

  it('are changed at once by the command line, which asks the station, and never against it', async () => {
    await add('elsewhere', 'admin');
    const client = await signedInClient('elsewhere');
    const socket = await client.subscribe('flight/state');
    const administer = (await runningAdministration(station.dataDir)) ?? assert.fail();
    await administer('changeAccount', { who: 'Elsewhere', change: { enabled: false } });
    assert.equal(outcome(await client.get('flight/state')), '401 INVALID_TOKEN');
    assert.equal(outcome(await signIn('elsewhere')), '403 ACCOUNT_DISABLED');
    assert.equal((await socket.closed).code, 1008);
    await administer('removeAccount', { who: 'elsewhere' });
    await assert.rejects(administer('findAccount', { who: 'elsewhere' }), {
      isUsage: false,
      message: /there is no account/,
    });
    await assert.rejects(administer('addAccount', { login: 'x', name: 'X', role: 'admin', password: 'short' }), {
      isUsage: true,
    });
  });

  it('cannot be changed over the socket by other users of the machine, nor with rubbish', async () => {
    const path = join(station.dataDir, 'station.sock');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    for (const text of ['', 'nonsense', 'null', '{"action":"constructor","input":{}}', '{"action":"addAccount"}']) {
      const socket = connect({ path, allowHalfOpen: true });
      socket.end(text);
      assert.match(await textOf(socket), /^\{"refused":/, text);
    }
    const long = connect({ path }).resume();
    long.on('error', () => {});
    long.write('x'.repeat(70_000));
    await once(long, 'close');
  });

  it('lose nothing to a change that waits for its body while its sender is shut out', async () => {
    const [{ id }, { id: victim }] = [await add('slow', 'admin'), await add('victim', 'viewer')];
    const { grant } = await signedInClient('slow');
    const body = JSON.stringify({ role: 'admin' });
    const { hostname, port } = new URL(station.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `POST ${ACCOUNTS}/${victim} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${grant.access_token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    // Its headers have been read once the next request on another connection is answered.
    await admin.get(ACCOUNTS);
    assert.equal((await admin.post(`${ACCOUNTS}/${id}`, { enabled: false })).status, 200);
    socket.write(body.slice(5));
    assert.match(await textOf(socket), /^HTTP\/1.1 401 /);
    const { accounts } = (await admin.get(ACCOUNTS)).body as { accounts: Account[] };
    assert.equal(accounts.find((one) => one.id === victim)?.role, 'viewer');
  });

  it('lose passkeys and links with a password that an administrator sets, and when they are signed out everywhere', async () => {
    const { id } = await add('lost', 'pilot');
    const { accounts } = station.running.station.auth;
    for (const [path, body, password] of [
      [`${ACCOUNTS}/${id}/evict`, undefined, PASSWORD],
      [`${ACCOUNTS}/${id}`, { password: 'rain on the north roof' }, 'rain on the north roof'],
    ] as const) {
      const client = await signedInClient('lost');
      const { secret } = (await client.post('/station/v1/watch-links', { name: 'Wall', hours: 1 })).body as {
        secret: string;
      };
      const passkey = { id: 'key', name: 'Key', publicKey: '', counter: 0, createdAtUs: 1 };
      accounts.putOwn({ ...(accounts.get(id) ?? assert.fail()), passkeys: [passkey] });
      assert.ok((await admin.post(path, body)).status < 300);
      assert.equal(outcome(await own(client)), '401 INVALID_TOKEN');
      const opened = await station.stranger().post('/station/v1/watch-links/open', { secret });
      assert.deepEqual([opened.status >= 400, accounts.get(id)?.passkeys], [true, []]);
      assert.equal((await signIn('lost', password)).status, 200);
    }
  });

  it('answer an unknown login as a wrong password, to the byte', async () => {
    await add('known', 'viewer');
    const [wrong, unknown] = [await signIn('known', 'wrong password'), await signIn('unknown', 'wrong password')];
    assert.deepEqual([wrong.status, wrong.body], [unknown.status, unknown.body]);
    assert.equal(wrong.headers.get('www-authenticate'), unknown.headers.get('www-authenticate'));
    assert.deepEqual([...wrong.headers.keys()], [...unknown.headers.keys()]);
  });

  it('refuse what is wrong in one line, and change nothing', async () => {
    const before = (await admin.get(ACCOUNTS)).body;
    const good = { login: 'new', name: 'New', role: 'viewer', password: PASSWORD };
    for (const [change, expected] of [
      [{ password: 'too short' }, '400 PASSWORD_TOO_WEAK'],
      [{ login: 'known' }, '409 LOGIN_TAKEN'],
      [{ login: 'two words' }, '400 INVALID_REQUEST'],
      [{ role: 'god' }, '400 INVALID_REQUEST'],
      [{ name: '' }, '400 INVALID_REQUEST'],
      [{ unheard: 1 }, '400 INVALID_REQUEST'],
    ] as const) {
      assert.equal(outcome(await admin.post(ACCOUNTS, { ...good, ...change })), expected);
    }
    assert.equal(outcome(await admin.post(`${ACCOUNTS}/none`, { enabled: false })), '404 ACCOUNT_NOT_FOUND');
    assert.equal(outcome(await remove('none')), '404 ACCOUNT_NOT_FOUND');
    for (const body of [undefined, {}, { login: 'known' }, { password: PASSWORD }]) {
      assert.equal(outcome(await station.stranger().post(SIGN_IN, body)), '401 INVALID_SIGN_IN');
    }
    const foreign = { origin: 'https://elsewhere.example' };
    const sent = await station.stranger().post(SIGN_IN, { login: 'known', password: PASSWORD }, foreign);
    assert.equal(outcome(sent), '403 FOREIGN_PAGE');
    const { accounts } = before as { accounts: Account[] };
    const now = (await admin.get(ACCOUNTS)).body as { accounts: Account[] };
    assert.deepEqual(
      now.accounts.map(({ id }) => id),
      accounts.map(({ id }) => id),
    );
  });

  it('let their owners change the password with the present one, and administrators keep what they have', async () => {
    const { id } = await add('chief', 'admin');
    const [chief, forgotten] = [await signedInClient('chief'), await signedInClient('chief')];
    const change = (current: string | undefined, password: string) =>
      chief.post('/station/v1/account/password', { ...(current !== undefined && { current }), password });
    assert.equal(outcome(await change('not this', 'rain on the north roof')), '403 WRONG_PASSWORD');
    assert.equal(outcome(await change(undefined, 'rain on the north roof')), '403 WRONG_PASSWORD');
    assert.equal(outcome(await change(PASSWORD, 'short')), '400 PASSWORD_TOO_WEAK');
    assert.equal((await change(PASSWORD, 'rain on the north roof')).status, 204);
    assert.equal((await own(chief)).status, 200);
    assert.equal(outcome(await own(forgotten)), '401 INVALID_TOKEN');
    assert.equal(outcome(await signIn('chief')), '401 INVALID_SIGN_IN');
    for (const taken of [{ role: 'pilot' }, { enabled: false }]) {
      assert.equal(outcome(await chief.post(`${ACCOUNTS}/${id}`, taken)), '409 OWN_ACCOUNT');
    }
    assert.equal(outcome(await remove(id, chief)), '409 OWN_ACCOUNT');
    assert.equal(outcome(await admin.post('/station/v1/account/password', { password: PASSWORD })), '404 NO_ACCOUNT');
  });

  it('offer passkeys on a page with a host name alone, to who proves the password, and let nobody in with rubbish', async () => {
    await add('keyholder', 'viewer');
    const client = await signedInClient('keyholder');
    const { host, port } = new URL(station.url);
    const begin = (by: TestClient, url: string) =>
      by.post('/station/v1/sign-in/passkey/challenge', undefined, { origin: url });
    assert.equal(outcome(await begin(station.stranger(), `http://${host}`)), '409 PASSKEYS_UNAVAILABLE');
    const named = `http://localhost:${port}`;
    const stranger = new TestClient(named);
    const offered = (await begin(stranger, named)).body as { rp_id: string };
    assert.equal(offered.rp_id, 'localhost');
    const rubbish = { id: 'A', client_data: 'A', authenticator_data: 'A', signature: 'A' };
    const sent = await stranger.post('/station/v1/sign-in/passkey', rubbish, { origin: named });
    assert.equal(outcome(sent), '401 INVALID_SIGN_IN');
    const owner = new TestClient(named, client.token);
    const offer = (body: object) => owner.post('/station/v1/account/passkeys/offer', body, { origin: named });
    assert.equal(outcome(await offer({})), '403 WRONG_PASSWORD');
    assert.equal((await offer({ current: PASSWORD })).status, 200);
    const made = { ...rubbish, name: 'Key ring', public_key: 'A' };
    const { signature: _, ...unsigned } = made;
    assert.equal(
      outcome(await owner.post('/station/v1/account/passkeys', unsigned, { origin: named })),
      '400 PASSKEY_REFUSED',
    );
    const gone = await owner.send('/station/v1/account/passkeys/none', { method: 'DELETE' });
    assert.equal(outcome(gone), '404 PASSKEY_NOT_FOUND');
    assert.equal(outcome(await admin.get('/station/v1/account/passkeys')), '404 NO_ACCOUNT');
  });

  it('are in the audit log by name: who signed in or could not, who was made, changed and deleted, and no secret', async () => {
    const { id } = await add('audited', 'pilot', 'Ada Byron');
    await signIn('audited');
    await signIn('audited', 'a wrong password');
    await signIn('my secret typed in the wrong field', 'x');
    await admin.post(`${ACCOUNTS}/${id}`, { name: 'Ada King', enabled: false, password: 'rain on the north roof' });
    await signIn('audited', 'rain on the north roof');
    await remove(id);
    const { entries } = (await admin.get('/admin/v1/audit?limit=7')).body as AuditPage;
    assert.deepEqual(
      entries.map(({ code, input, kind, operation, plugin_name, target_name }) =>
        [kind, operation.slice('station.'.length), plugin_name, target_name, code ?? input].join(' | '),
      ),
      [
        'Administration | accounts.remove | first | Ada King | ',
        'SignIn | sign_in |  | Ada King | ACCOUNT_DISABLED',
        'Administration | accounts.change | first | Ada King | {"enabled":false,"changed":["name","password"]}',
        'SignIn | sign_in |  |  | INVALID_SIGN_IN',
        'SignIn | sign_in |  | Ada King | INVALID_SIGN_IN',
        'SignIn | sign_in | Ada King | Ada King | ',
        'Administration | accounts.add | first | Ada King | {"role":"pilot","changed":["name","password"]}',
      ],
    );
    const everything = JSON.stringify([entries, station.log]);
    for (const secret of [PASSWORD, 'wrong password', 'rain on the north', 'my secret']) {
      assert.ok(!everything.includes(secret), secret);
    }
  });

  it('are guessed at as slowly as keys, and together with them', async () => {
    const start = { realTimeClock: new VirtualClock() };
    await using guarded = await startTestStation({ limits: { tokenRequestsBurst: 1000 }, start });
    const guesses = [];
    for (let guess = 0; guess < 8; guess += 1) {
      guesses.push(outcome(await guarded.stranger().post(SIGN_IN, { login: `login ${guess}`, password: 'x' })));
    }
    assert.deepEqual(guesses.slice(0, 5), Array(5).fill('401 INVALID_SIGN_IN'));
    assert.deepEqual(guesses.slice(5), Array(3).fill('429 TOO_MANY_WRONG_KEYS'));
    const key = await guarded.stranger().post('auth/token/request', { client_secret: 'x' });
    assert.equal(outcome(key), '429 TOO_MANY_WRONG_KEYS');
  });
});
