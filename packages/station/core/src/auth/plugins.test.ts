import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { PluginSelfUpdatableFields } from '@kitestring/station-contract/auth/plugin-self-update.ts';
import { SCOPES } from '@kitestring/station-contract/auth/scope.ts';
import { AuthFixture, must, refusalCode, refusalMessage } from './auth-fixture.test.ts';

let fixture: AuthFixture;

beforeEach(() => {
  fixture = new AuthFixture();
});

describe('a plugin', () => {
  it('is registered with a key that is shown once and opens the door', async () => {
    const { plugin, key } = must(await fixture.auth.addPlugin({ name: ' vms ', scopes: ['control', 'read', 'read'] }));
    assert.match(key, /^kite_[A-Za-z0-9_-]{43}$/);
    assert.deepEqual([plugin.name, plugin.scopes, plugin.enabled], ['vms', ['read', 'control'], true]);
    assert.equal(await fixture.ask(key), 'ok');
  });

  it('needs a name of 1 to 100 characters that no other one has, a scope, and a key of its own', async () => {
    await fixture.plugin('vms');
    const add = async (name: string, scopes = SCOPES.slice(), key = 'new') =>
      refusalCode(await fixture.auth.addPlugin({ name, scopes, key }));
    assert.equal(await add(''), 'INVALID_REQUEST');
    assert.equal(await add('x'.repeat(101)), 'INVALID_REQUEST');
    assert.equal(await add(' vms '), 'INVALID_REQUEST');
    assert.equal(await add('gate', []), 'INVALID_REQUEST');
    assert.equal(await add('gate', ['read'], ''), 'INVALID_REQUEST');
    assert.equal(await add('gate', ['read'], 'vms'), 'INVALID_REQUEST');
    assert.equal(fixture.auth.pluginList().length, 1);
    assert.equal(await add('gate'), 'ok');
  });

  it('survives a restart', async () => {
    await fixture.plugin('vms', ['read']);
    const before = fixture.auth.pluginList();
    fixture.restart();
    assert.deepEqual(fixture.auth.pluginList(), before);
    assert.equal(await fixture.ask('vms'), 'ok');
  });

  it('is not found under another id', async () => {
    await fixture.plugin('vms');
    assert.equal(refusalCode(fixture.auth.setEnabled('vms', false)), 'PLUGIN_NOT_FOUND');
    assert.equal(refusalCode(fixture.auth.removePlugin('vms')), 'PLUGIN_NOT_FOUND');
    assert.equal(refusalCode(await fixture.auth.rotateKey('vms')), 'PLUGIN_NOT_FOUND');
  });

  it('that is removed is unknown from then on', async () => {
    const id = await fixture.plugin('vms');
    assert.equal(refusalCode(fixture.auth.removePlugin(id)), 'ok');
    assert.equal(await fixture.ask('vms'), 'INVALID_API_KEY');
    assert.deepEqual(fixture.auth.pluginList(), []);
  });
});

describe('a rotated key', () => {
  it('replaces the old one, which stays valid for the grace period', async () => {
    fixture = new AuthFixture({ rotatedKeyGraceS: 3600 });
    const id = await fixture.plugin('old');
    const { token } = await fixture.session('old');
    const { key } = must(await fixture.auth.rotateKey(id));
    assert.equal(fixture.auth.pluginList()[0]?.previousKeyValidUntilUs, fixture.clock.nowUs() + 3600e6);
    assert.deepEqual([await fixture.ask('old'), await fixture.ask(key)], ['ok', 'ok']);
    fixture.clock.advance(3599.999_999);
    fixture.restart();
    assert.equal(await fixture.ask('old'), 'ok');
    fixture.clock.advance(0.000_001);
    assert.deepEqual([await fixture.ask('old'), await fixture.ask(key)], ['INVALID_API_KEY', 'ok']);
    assert.equal('previousKeyValidUntilUs' in (fixture.auth.pluginList()[0] ?? {}), false);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'ok', 'sessions go on');
  });

  it('rotated again leaves only the last two', async () => {
    const id = await fixture.plugin('old');
    const second = must(await fixture.auth.rotateKey(id)).key;
    const third = must(await fixture.auth.rotateKey(id)).key;
    const answers = [await fixture.ask('old'), await fixture.ask(second), await fixture.ask(third)];
    assert.deepEqual(answers, ['INVALID_API_KEY', 'ok', 'ok']);
  });
});

describe('the first plugin', () => {
  it('is made with all scopes at the first start, and its key is told once', async () => {
    const key = (await fixture.auth.ensureFirstPlugin()) ?? '';
    const { session } = await fixture.session(key);
    assert.deepEqual([session.plugin_name, session.scopes], ['first', [...SCOPES]]);
    assert.equal(await fixture.auth.ensureFirstPlugin(), undefined);
    assert.equal(fixture.auth.pluginList().length, 1);
  });

  it('is not made when there is another one', async () => {
    await fixture.plugin('vms');
    assert.equal(await fixture.auth.ensureFirstPlugin(), undefined);
    assert.equal(fixture.auth.pluginList().length, 1);
  });

  it('gets the key of the environment, at the first start and when it changes', async () => {
    assert.equal(await fixture.auth.ensureFirstPlugin({ key: 'from the environment' }), undefined);
    const { token } = await fixture.session('from the environment');
    await fixture.auth.ensureFirstPlugin({ key: 'another' });
    assert.deepEqual(
      [await fixture.ask('from the environment'), await fixture.ask('another')],
      ['INVALID_API_KEY', 'ok'],
    );
    assert.equal(fixture.auth.pluginList().length, 1);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'ok');
  });

  it('is waited for by whoever asks for a token meanwhile, and hashed once', async () => {
    const { secrets } = fixture;
    const hashed: string[] = [];
    const hash = Promise.withResolvers<void>();
    const { hashKey } = secrets;
    secrets.hashKey = async (key, lane) => {
      hashed.push(key);
      if (hashed.length === 1) await hash.promise;
      return hashKey(key, lane);
    };
    const ensured = fixture.auth.ensureFirstPlugin({ key: 'mine' });
    const asked = fixture.ask('mine');
    hash.resolve();
    assert.equal(await asked, 'ok');
    assert.equal(await ensured, undefined);
    assert.deepEqual(hashed, ['mine', 'mine'], 'once for the start, once for the request');
  });

  it('is not written again when it has that key already', async () => {
    await fixture.auth.ensureFirstPlugin({ key: 'same' });
    const { writes } = fixture.store;
    await fixture.auth.ensureFirstPlugin({ key: 'same' });
    assert.equal(fixture.store.writes, writes);
  });

  it('is made beside others when the environment sets a key that none has', async () => {
    await fixture.plugin('vms');
    await fixture.auth.ensureFirstPlugin({ key: 'mine' });
    assert.deepEqual(
      fixture.auth.pluginList().map(({ name }) => name),
      ['vms', 'first'],
    );
    assert.equal(await fixture.ask('mine', 'internal'), 'ok');
  });

  it('stays disabled if the operator disabled it', async () => {
    await fixture.auth.ensureFirstPlugin({ key: 'mine' });
    fixture.auth.setEnabled(fixture.auth.pluginList()[0]?.id ?? '', false);
    await fixture.auth.ensureFirstPlugin({ key: 'changed' });
    assert.equal(await fixture.ask('changed'), 'PLUGIN_DISABLED');
  });

  it('gets a key of its own when the variable of the environment is empty', async () => {
    assert.match((await fixture.auth.ensureFirstPlugin({ key: '' })) ?? '', /^kite_/);
  });
});

describe('a name', () => {
  it('has no marks that show it in another order, and may be in any script', async () => {
    for (const name of ['VMS\u202egnp.exe', 'a\u2066b', 'a\u200fb', 'a\u2028b', 'a\u0007b']) {
      assert.equal(refusalCode(await fixture.auth.addPlugin({ name, scopes: ['read'] })), 'INVALID_REQUEST');
    }
    for (const name of ['מגדל', 'برج', '👩‍🚒 Zoë 無']) must(await fixture.auth.addPlugin({ name, scopes: ['read'] }));
  });
});

describe('a key and its tokens', () => {
  it('are over at once when the plugin is disabled, also for a session that the store has kept', async () => {
    const id = await fixture.plugin('vms');
    const { token } = await fixture.session('vms');
    const [kept] = fixture.store.sessions.list();
    must(fixture.auth.setEnabled(id, false));
    must(fixture.auth.setEnabled(id, true));
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
    fixture.store.sessions.add(kept ?? assert.fail());
    fixture.restart();
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
    assert.deepEqual(fixture.store.sessions.list(), []);
  });

  it('leaves no session of a plugin that was removed while it asked', async () => {
    const id = await fixture.plugin('vms');
    const asked = fixture.ask('vms');
    must(fixture.auth.removePlugin(id));
    assert.equal(await asked, 'INVALID_API_KEY');
    assert.deepEqual(fixture.store.sessions.list(), []);
  });
});

describe('what a plugin says about itself', () => {
  const text = (length: number) => 'x'.repeat(length);
  const updates: readonly [string, PluginSelfUpdatableFields, string, string][] = [
    ['nothing', {}, 'ok', 'Active'],
    ['an empty status', { self_status: '' }, 'ok', 'Active'],
    ['the status None', { self_status: 'None' }, 'ok', 'Active'],
    ['the status Connected', { self_status: 'Connected' }, 'ok', 'Connected'],
    ['the status Warning', { self_status: 'Warning' }, 'ok', 'Warning'],
    ['the status Error', { self_status: 'Error' }, 'ok', 'Error'],
    ['the status connected', { self_status: 'connected' }, 'INVALID_SELF_STATUS', 'Active'],
    ['the status Disabled', { self_status: 'Disabled' }, 'INVALID_SELF_STATUS', 'Active'],
    ['the old state Connected', { state: 'Connected' }, 'ok', 'Connected'],
    ['the old state Error', { state: 'Error' }, 'ok', 'Error'],
    ['the old state Warning', { state: 'Warning' }, 'INVALID_SELF_STATUS', 'Active'],
    ['an empty old state', { state: '' }, 'INVALID_SELF_STATUS', 'Active'],
    ['both, the new one counts', { state: 'Error', self_status: 'Connected' }, 'ok', 'Connected'],
    ['both, the old one wrong', { state: 'Fine', self_status: 'Connected' }, 'INVALID_SELF_STATUS', 'Active'],
    ['a text of 60,000', { self_status: 'Warning', self_status_text: text(60_000) }, 'ok', 'Warning'],
    ['another plugin’s id', { plugin_id: 'other', self_status: 'Error' }, 'PLUGIN_NOT_FOUND', 'Active'],
    ['an empty id', { plugin_id: '' }, 'PLUGIN_NOT_FOUND', 'Active'],
  ];
  for (const [what, body, expected, state] of updates) {
    it(`${what}: ${expected}, then ${state}`, async () => {
      const id = await fixture.plugin('vms');
      const { caller } = await fixture.session('vms');
      assert.equal(refusalCode(fixture.auth.updatePlugin(caller, body)), expected);
      assert.equal(fixture.state(id), state);
    });
  }

  it('names the allowed words and the one it got, in a message of bounded length', async () => {
    await fixture.plugin('vms');
    const { caller } = await fixture.session('vms');
    assert.equal(
      refusalMessage(fixture.auth.updatePlugin(caller, { self_status: 'Fine' })),
      'self_status must be one of "", "None", "Connected", "Warning", "Error", got "Fine"',
    );
    assert.ok(refusalMessage(fixture.auth.updatePlugin(caller, { self_status: text(60_000) })).length < 400);
    assert.ok(refusalMessage(fixture.auth.updatePlugin(caller, { plugin_id: text(60_000) })).length < 400);
  });

  it('may carry its own id', async () => {
    const id = await fixture.plugin('vms');
    const { caller } = await fixture.session('vms');
    assert.equal(refusalCode(fixture.auth.updatePlugin(caller, { plugin_id: id, self_status: 'Connected' })), 'ok');
  });

  it('keeps the status with a text alone, and drops the text with a status alone', async () => {
    await fixture.plugin('vms');
    const { caller } = await fixture.session('vms');
    const shown = () => fixture.auth.pluginList().map(({ state, selfStatusText }) => [state, selfStatusText])[0];
    fixture.auth.updatePlugin(caller, { self_status: 'Warning', self_status_text: 'one camera lost' });
    assert.deepEqual(shown(), ['Warning', 'one camera lost']);
    fixture.auth.updatePlugin(caller, { self_status_text: 'two cameras lost' });
    assert.deepEqual(shown(), ['Warning', 'two cameras lost']);
    fixture.auth.updatePlugin(caller, { self_status: 'Connected' });
    assert.deepEqual(shown(), ['Connected', '']);
  });

  it('raises a notification while it is Error', async () => {
    await fixture.plugin('vms');
    const { caller } = await fixture.session('vms');
    fixture.auth.updatePlugin(caller, { self_status: 'Error', self_status_text: 'no video' });
    assert.deepEqual(fixture.alerts.get('PLUGIN_ERROR'), { plugin_name: 'vms', text: 'no video' });
    fixture.auth.updatePlugin(caller, { self_status: 'Error' });
    assert.deepEqual(fixture.alerts.get('PLUGIN_ERROR'), { plugin_name: 'vms', text: 'no details given' });
    fixture.auth.updatePlugin(caller, { self_status: 'Error', self_status_text: text(60_000) });
    assert.equal(fixture.alerts.get('PLUGIN_ERROR')?.text, text(1000), 'the beginning of a long text');
    fixture.auth.updatePlugin(caller, { self_status: 'Warning' });
    assert.equal(fixture.alerts.size, 0);
  });

  it('ends with the last session of the plugin, the notification too', async () => {
    const id = await fixture.plugin('vms');
    const [one, two] = [await fixture.session('vms'), await fixture.session('vms')];
    fixture.auth.updatePlugin(one.caller, { self_status: 'Error' });
    fixture.auth.invalidate(one.caller);
    assert.equal(fixture.state(id), 'Error');
    fixture.auth.invalidate(two.caller);
    assert.equal(fixture.state(id), 'Enabled');
    assert.equal(fixture.alerts.size, 0);
    assert.equal(refusalCode(fixture.auth.updatePlugin(two.caller, { self_status: 'Error' })), 'INVALID_TOKEN');
    assert.equal(fixture.alerts.size, 0);
  });

  it('is the most severe of its sessions: one that is well hides no error of another one', async () => {
    const id = await fixture.plugin('vms');
    const [one, two] = [await fixture.session('vms'), await fixture.session('vms')];
    fixture.auth.updatePlugin(one.caller, { self_status: 'Error', self_status_text: 'no video' });
    fixture.auth.updatePlugin(two.caller, { self_status: 'Connected' });
    assert.equal(fixture.state(id), 'Error');
    assert.deepEqual(fixture.alerts.get('PLUGIN_ERROR'), { plugin_name: 'vms', text: 'no video' });
    fixture.auth.updatePlugin(one.caller, { self_status: 'Warning' });
    assert.equal(fixture.state(id), 'Warning');
    assert.equal(fixture.alerts.size, 0);
    fixture.auth.invalidate(one.caller);
    assert.equal(fixture.state(id), 'Connected', 'a status ends with its session while another one reports');
  });

  it('stays when a client renews its token, until the new session reports', async () => {
    const id = await fixture.plugin('vms');
    const old = await fixture.session('vms');
    fixture.auth.updatePlugin(old.caller, { self_status: 'Error' });
    const renewed = await fixture.session('vms');
    fixture.auth.invalidate(old.caller);
    assert.equal(fixture.state(id), 'Error');
    fixture.auth.updatePlugin(renewed.caller, { self_status: 'Connected' });
    assert.equal(fixture.state(id), 'Connected');
  });

  it('is over when the plugin is disabled', async () => {
    const id = await fixture.plugin('vms');
    const { caller } = await fixture.session('vms');
    assert.equal(fixture.state(id), 'Active');
    fixture.auth.updatePlugin(caller, { self_status: 'Error' });
    fixture.auth.setEnabled(id, false);
    assert.equal(fixture.state(id), 'Disabled');
    assert.equal(fixture.alerts.size, 0);
    fixture.auth.setEnabled(id, true);
    assert.equal(fixture.state(id), 'Enabled');
  });

  it('of two plugins in Error shows the latest, then the other one', async () => {
    for (const key of ['vms', 'gate']) await fixture.plugin(key);
    const [vms, gate] = [await fixture.session('vms'), await fixture.session('gate')];
    for (const { caller } of [vms, gate]) fixture.auth.updatePlugin(caller, { self_status: 'Error' });
    assert.equal(fixture.alerts.get('PLUGIN_ERROR')?.plugin_name, 'gate');
    fixture.auth.invalidate(gate.caller);
    assert.equal(fixture.alerts.get('PLUGIN_ERROR')?.plugin_name, 'vms');
  });
});
