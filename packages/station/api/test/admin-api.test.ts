import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import { startTestStation, TEST_KEY, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { IssuedKey, Plugin, PluginList } from '@kitestring/station-contract/admin/plugin.ts';
import type { PluginSessionList } from '@kitestring/station-contract/admin/plugin-session.ts';
import type { RefusedRequestList } from '@kitestring/station-contract/admin/refused-request.ts';
import { type TestAnswer, TestClient } from './support/test-client.ts';

const outcome = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();
const errorMessage = ({ body }: TestAnswer): string => (body as { message: string }).message;

describe('The administration', () => {
  let station: TestStation;
  let seat: TestClient;
  before(async () => {
    station = await startTestStation({ limits: { tokenRequestsBurst: 1000, readsBurst: 10_000 } });
    station.advance(2);
    seat = await station.client();
  });
  after(() => station[Symbol.asyncDispose]());

  const plugins = async () => ((await seat.get('/admin/v1/plugins')).body as PluginList).plugins;
  const sessions = async () => ((await seat.get('/admin/v1/sessions')).body as PluginSessionList).sessions;
  const refused = async () => ((await seat.get('/admin/v1/refused-requests')).body as RefusedRequestList).requests;
  const post = (path: string, value?: unknown) => seat.post(`/admin/v1/${path}`, value);
  const remove = (path: string) => seat.send(`/admin/v1/${path}`, { method: 'DELETE' });
  const add = async (name: string, scopes: readonly string[] = ['read', 'control']): Promise<IssuedKey> => {
    const { status, body } = await post('plugins', { name, scopes });
    assert.equal(status, 201, JSON.stringify(body));
    return body as IssuedKey;
  };
  const askToken = (key: string, more: object = {}) =>
    station.stranger().post('auth/token/request', { client_secret: key, ...more });
  const grantedToken = async (key: string): Promise<string> =>
    ((await askToken(key)).body as { access_token: string }).access_token;

  describe('of plugins', () => {
    it('adds one, whose key opens the door and is told only in that answer', async () => {
      const { plugin, key } = await add('vms');
      assert.match(key, /^kite_[A-Za-z0-9_-]{43}$/);
      assert.deepEqual(
        [plugin.name, plugin.scopes, plugin.enabled, plugin.state, plugin.is_own, plugin.sessions],
        ['vms', ['read', 'control'], true, 'Enabled', false, 0],
      );
      assert.equal(plugin.last_used_at, undefined);
      assert.equal((await askToken(key)).status, 200);
      const everything = [await plugins(), await sessions(), await refused(), station.log];
      assert.ok(!JSON.stringify(everything).includes(key));
      const shown = (await plugins()).find(({ id }) => id === plugin.id);
      assert.deepEqual([shown?.state, shown?.sessions], ['Active', 1]);
      assert.notEqual(shown?.last_used_at, undefined);
    });

    it('shows what a plugin says about itself, and which one is the caller’s', async () => {
      const { plugin, key } = await add('speaks');
      const client = new TestClient(station.url, await grantedToken(key));
      await client.post('auth/plugin/update', { self_status: 'Warning', self_status_text: 'one camera lost' });
      const shown = (await plugins()).find(({ id }) => id === plugin.id);
      assert.deepEqual([shown?.state, shown?.self_status_text], ['Warning', 'one camera lost']);
      assert.deepEqual(
        (await plugins()).filter(({ is_own }) => is_own).map(({ name }) => name),
        ['first'],
      );
    });

    it('disables one, whose sessions end and who is listed when it asks, and enables it again', async () => {
      const { plugin, key } = await add('gate');
      const token = await grantedToken(key);
      const disabled = await post(`plugins/${plugin.id}/disable`);
      assert.deepEqual([disabled.status, (disabled.body as Plugin).state], [200, 'Disabled']);
      const client = new TestClient(station.url, token);
      assert.equal(outcome(await client.get('flight/info')), '401 INVALID_TOKEN');
      assert.equal(outcome(await askToken(key, { token_name: 'gate house' })), '403 PLUGIN_DISABLED');
      assert.equal(outcome(await askToken(key, { token_name: 'gate house' })), '403 PLUGIN_DISABLED');
      const [request] = await refused();
      assert.deepEqual(
        [request?.plugin_name, request?.token_name, request?.address, request?.count],
        ['gate', 'gate house', '127.0.0.1', 2],
      );
      const active = JSON.stringify((await seat.get('notifications/state')).body);
      assert.match(active, /"code":80050/);
      const enabled = await post(`plugins/${plugin.id}/enable`);
      assert.deepEqual([enabled.status, (enabled.body as Plugin).state], [200, 'Enabled']);
      assert.deepEqual(await refused(), []);
      assert.equal((await askToken(key)).status, 200);
    });

    it('changes a key; the old one stays valid for the grace period, or ends now', async () => {
      const { plugin, key } = await add('rotated');
      const { body } = await post(`plugins/${plugin.id}/rotate`, {});
      const second = body as IssuedKey;
      assert.notEqual(second.plugin.previous_key_valid_until, undefined);
      assert.deepEqual([(await askToken(key)).status, (await askToken(second.key)).status], [200, 200]);
      const third = (await post(`plugins/${plugin.id}/rotate`, { grace_s: 0 })).body as IssuedKey;
      assert.equal(third.plugin.previous_key_valid_until, undefined);
      assert.equal(outcome(await askToken(second.key)), '401 INVALID_API_KEY');
      assert.equal((await askToken(third.key)).status, 200);
    });

    it('rotates without a body, too', async () => {
      const { plugin } = await add('bare');
      assert.equal((await post(`plugins/${plugin.id}/rotate`)).status, 200);
    });

    it('removes one, whose key and sessions are worth nothing then', async () => {
      const { plugin, key } = await add('gone');
      const token = await grantedToken(key);
      assert.equal((await remove(`plugins/${plugin.id}`)).status, 204);
      assert.equal(outcome(await askToken(key)), '401 INVALID_API_KEY');
      assert.equal(outcome(await new TestClient(station.url, token).get('flight/info')), '401 INVALID_TOKEN');
      assert.equal(outcome(await remove(`plugins/${plugin.id}`)), '404 PLUGIN_NOT_FOUND');
    });

    it('does not shut the last seat out', async () => {
      const own = (await plugins()).find(({ is_own }) => is_own)?.id;
      assert.equal(outcome(await post(`plugins/${own}/disable`)), '409 LAST_INTERNAL_PLUGIN');
      const answer = await remove(`plugins/${own}`);
      assert.equal(outcome(answer), '409 LAST_INTERNAL_PLUGIN');
      assert.equal(errorMessage(answer), 'first is the last enabled plugin with the scope internal');
      assert.equal((await seat.get('flight/info')).status, 200);
    });

    const wrong: readonly (readonly [unknown, string])[] = [
      [undefined, 'the body is missing'],
      [{}, 'name is missing'],
      [{ name: 'x' }, 'scopes is missing'],
      [{ name: 'x', scopes: [] }, 'scopes must have at least 1 item, got 0'],
      [{ name: 'x', scopes: ['fly'] }, 'scopes.0 must be one of read, control'],
      [{ name: 'x', scopes: 'read' }, 'scopes must be a list'],
      [{ name: 'x', scopes: Array.from({ length: 21 }, () => 'read') }, 'scopes must have at most 20 items, got 21'],
      [{ name: '', scopes: ['read'] }, 'name must have 1 to 100 characters, got 0'],
      [{ name: ' '.repeat(50), scopes: ['read'] }, 'name must have 1 to 100 characters, got 0'],
      [{ name: 'x'.repeat(101), scopes: ['read'] }, 'name must have 1 to 100 characters, got 101'],
      [{ name: 'two\nlines', scopes: ['read'] }, 'name must have no control characters'],
      [{ name: 'first', scopes: ['read'] }, 'name must not be that of another plugin, got "first"'],
      [{ name: 7, scopes: ['read'] }, 'name must be a string'],
      [{ name: 'x', scopes: ['read'], key: 'kite_mine' }, 'key is not a known property'],
    ];
    for (const [body, message] of wrong) {
      it(`refuses to add ${JSON.stringify(body)?.slice(0, 60)}`, async () => {
        const before = (await plugins()).length;
        const answer = await post('plugins', body);
        assert.equal(outcome(answer), '400 INVALID_REQUEST');
        assert.ok(errorMessage(answer).startsWith(message), errorMessage(answer));
        assert.equal((await plugins()).length, before);
      });
    }

    for (const [body, message] of [
      [{ grace_s: -1 }, 'grace_s must be >= 0, got -1'],
      [{ grace_s: 2_592_001 }, 'grace_s must be <= 2592000, got 2592001'],
      [{ grace_s: '60' }, 'grace_s must be a number, got "60"'],
      [{ grace: 60 }, 'grace is not a known property'],
    ] as const) {
      it(`refuses a rotation with ${JSON.stringify(body)}, and the key stays`, async () => {
        const [own] = await plugins();
        const answer = await post(`plugins/${own?.id}/rotate`, body);
        assert.equal(outcome(answer), '400 INVALID_REQUEST');
        assert.equal(errorMessage(answer), message);
        assert.equal((await askToken(TEST_KEY)).status, 200);
      });
    }
  });

  describe('of sessions', () => {
    it('lists those of all plugins, and no token whole', async () => {
      const { key } = await add('listed');
      const token = await grantedToken(key);
      const all = await sessions();
      const one = all.find(({ plugin_name }) => plugin_name === 'listed');
      assert.equal(one?.masked_token, `${token.slice(0, 6)}**********`);
      assert.equal(one.last_used_at, undefined);
      assert.equal(all.filter(({ is_own }) => is_own).length, 1);
      const text = JSON.stringify(all);
      assert.ok(!text.includes(token) && !text.includes(seat.token ?? '?'));
    });

    it('ends one: its token, its WebSocket, its control', async () => {
      const { key } = await add('revoked');
      const token = await grantedToken(key);
      const client = new TestClient(station.url, token);
      assert.equal((await client.post('handoff/control/request', { operator_name: 'M. Rossi' })).status, 201);
      const socket = await client.subscribe('handoff/state');
      const id = (await sessions()).find(({ plugin_name }) => plugin_name === 'revoked')?.id ?? '';
      assert.equal((await remove(`sessions/${id}`)).status, 204);
      assert.equal((await socket.closed).code, 1008);
      assert.equal(outcome(await client.get('flight/info')), '401 INVALID_TOKEN');
      const { controlling_client } = (await seat.get('handoff/state')).body as { controlling_client: unknown };
      assert.equal(controlling_client, null);
      assert.equal(outcome(await remove(`sessions/${id}`)), '404 SESSION_NOT_FOUND');
      assert.equal((await askToken(key)).status, 200, 'the plugin itself is not shut out');
    });

    it('ends the caller’s own, which is what signing out is', async () => {
      const other = await station.client();
      const { sessions: all } = (await other.get('/admin/v1/sessions')).body as PluginSessionList;
      const own = all.find(({ is_own }) => is_own)?.id;
      assert.equal((await other.send(`/admin/v1/sessions/${own}`, { method: 'DELETE' })).status, 204);
      assert.equal(outcome(await other.get('flight/info')), '401 INVALID_TOKEN');
    });
  });

  it('is for the scope internal alone', async () => {
    for (const scope of ['read', 'control', 'can_override', 'experimental']) {
      const other = await station.client(scope);
      assert.equal(outcome(await other.get('/admin/v1/plugins')), '403 INSUFFICIENT_SCOPE');
      assert.equal(outcome(await other.post('/admin/v1/plugins', {})), '403 INSUFFICIENT_SCOPE');
    }
  });

  it('counts its requests, as the published API does', async () => {
    const { headers } = await seat.get('/admin/v1/plugins');
    assert.match(headers.get('ratelimit-policy') ?? '', /^"reads"/);
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});

describe('The file of the first key', () => {
  /** The station has got its key from a file, as one that has made its own. */
  async function withFile(): Promise<{ station: TestStation; seat: TestClient; file: string; own: Plugin }> {
    const station = await startTestStation();
    const file = firstKeyFile(station.dataDir);
    writeFileSync(file, `${TEST_KEY}\n`, { mode: 0o600 });
    const seat = await station.client();
    const [own] = ((await seat.get('/admin/v1/plugins')).body as PluginList).plugins;
    assert.ok(own);
    return { station, seat, file, own };
  }

  it('follows a rotation of that key, and no other', async () => {
    const { station, seat, file, own } = await withFile();
    await using _ = station;
    const { body } = await seat.post('/admin/v1/plugins', { name: 'vms', scopes: ['read', 'internal'] });
    const vms = (body as IssuedKey).plugin.id;
    await seat.post(`/admin/v1/plugins/${vms}/rotate`, {});
    assert.equal(readFileSync(file, 'utf8').trim(), TEST_KEY);
    const { key } = (await seat.post(`/admin/v1/plugins/${own.id}/rotate`, {})).body as IssuedKey;
    assert.equal(readFileSync(file, 'utf8').trim(), key);
    assert.equal((await seat.send(`/admin/v1/plugins/${own.id}`, { method: 'DELETE' })).status, 204);
    assert.equal(existsSync(file), false);
  });

  it('that cannot be written keeps nobody from getting the new key', async () => {
    const { station, seat, file, own } = await withFile();
    await using _ = station;
    // A folder where the new file would be built.
    mkdirSync(`${file}.next`);
    const { status, body } = await seat.post(`/admin/v1/plugins/${own.id}/rotate`, {});
    assert.equal(status, 200);
    const { key } = body as IssuedKey;
    assert.ok(station.log.some(({ level, message }) => level === 'error' && message.includes('first key')));
    const logged = JSON.stringify(station.log.map(({ message, fields }) => [message, String(fields.err)]));
    assert.ok(!logged.includes(key));
  });
});
