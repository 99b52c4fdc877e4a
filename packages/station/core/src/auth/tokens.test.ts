import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { SCOPES } from '@kitestring/station-contract/auth/scope.ts';
import { AuthFixture, must, refusalCode, refusalMessage } from './auth-fixture.test.ts';

let fixture: AuthFixture;

beforeEach(() => {
  fixture = new AuthFixture();
});

describe('a request for a token', () => {
  it('is answered with the session and its token', async () => {
    const pluginId = await fixture.plugin('vms', ['control', 'read']);
    const session = must(await fixture.auth.requestToken({ key: 'vms', name: ' desk 2 ' }));
    const { id, access_token, ...others } = session;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(access_token, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(others, {
      plugin_id: pluginId,
      plugin_name: 'vms',
      scopes: ['read', 'control'],
      name: 'desk 2',
      created_at: formatTimestamp(fixture.clock.nowUs()),
      valid_until: formatTimestamp(fixture.clock.nowUs() + 86_400e6),
    });
  });

  it('is refused with a wrong key, also with an empty one or the hash of a right one', async () => {
    await fixture.plugin('vms');
    const hash = fixture.store.plugins.list()[0]?.keyHash ?? '';
    for (const key of ['', 'VMS', 'vms ', hash, 'x'.repeat(60_000)])
      assert.equal(await fixture.ask(key), 'INVALID_API_KEY');
    assert.equal(fixture.store.sessions.list().length, 0);
  });

  const scopes: readonly [string | undefined, string | readonly string[]][] = [
    [undefined, ['read', 'control']],
    ['', ['read', 'control']],
    ['  ', ['read', 'control']],
    ['read', ['read']],
    ['control read', ['read', 'control']],
    ['read\tread  read', ['read']],
    ['can_override', 'SCOPE_NOT_GRANTED'],
    ['read internal', 'SCOPE_NOT_GRANTED'],
    ['read everything', 'SCOPE_NOT_GRANTED'],
    ['READ', 'SCOPE_NOT_GRANTED'],
    ['read,control', 'SCOPE_NOT_GRANTED'],
  ];
  for (const [scope, expected] of scopes) {
    it(`for the scope ${JSON.stringify(scope)}, by a plugin with read and control: ${expected}`, async () => {
      await fixture.plugin('vms', ['read', 'control']);
      const result = await fixture.auth.requestToken({ key: 'vms', ...(scope !== undefined && { scope }) });
      assert.deepEqual(result.ok ? result.value.scopes : result.refusal.code, expected);
    });
  }

  it('says which scopes are too many, in a message of bounded length', async () => {
    await fixture.plugin('vms', ['read']);
    const result = await fixture.auth.requestToken({ key: 'vms', scope: 'read internal fly' });
    assert.equal(refusalMessage(result), 'this plugin may request the scopes read; scope also has "internal fly"');
    const long = await fixture.auth.requestToken({ key: 'vms', scope: 'x'.repeat(60_000) });
    assert.ok(refusalMessage(long).length < 300);
  });

  it('is refused for a name that is too long; an empty one is none', async () => {
    await fixture.plugin('vms');
    assert.equal(
      refusalCode(await fixture.auth.requestToken({ key: 'vms', name: 'x'.repeat(101) })),
      'INVALID_REQUEST',
    );
    assert.equal('name' in must(await fixture.auth.requestToken({ key: 'vms', name: ' ' })), false);
  });

  it('by a disabled plugin is refused, and shown to the operator until the plugin is enabled or removed', async () => {
    const [vms, gate] = [await fixture.plugin('vms'), await fixture.plugin('gate')];
    for (const id of [vms, gate]) fixture.auth.setEnabled(id, false);
    assert.equal(fixture.alerts.size, 0);
    assert.equal(await fixture.ask('vms', 'no such scope'), 'PLUGIN_DISABLED');
    assert.equal(await fixture.ask('gate'), 'PLUGIN_DISABLED');
    assert.deepEqual(fixture.alerts.get('DISABLED_PLUGIN_REQUESTED_TOKEN'), { plugin_name: 'gate' });
    fixture.auth.removePlugin(gate);
    assert.deepEqual(fixture.alerts.get('DISABLED_PLUGIN_REQUESTED_TOKEN'), { plugin_name: 'vms' });
    fixture.auth.setEnabled(vms, true);
    assert.equal(fixture.alerts.size, 0);
    assert.equal(await fixture.ask('vms'), 'ok');
  });

  it('whose key is disabled while it is being hashed is refused', async () => {
    const id = await fixture.plugin('vms');
    const answer = fixture.ask('vms');
    fixture.auth.setEnabled(id, false);
    assert.equal(await answer, 'PLUGIN_DISABLED');
  });
});

describe('a token', () => {
  it('says who is calling, with the same object each time', async () => {
    const pluginId = await fixture.plugin('vms', ['read']);
    const { session, caller, token } = await fixture.session('vms', 'desk 2');
    const expected = {
      sessionId: session.id,
      sessionName: 'desk 2',
      callerId: pluginId,
      callerName: 'vms',
      scopes: ['read'],
    };
    assert.deepEqual(caller, expected);
    assert.equal(must(fixture.auth.authenticate(token)), caller);
  });

  it('that is unknown is refused, always with the same object', () => {
    const refused = fixture.auth.authenticate('nonsense');
    assert.equal(refusalCode(refused), 'INVALID_TOKEN');
    assert.equal(fixture.auth.authenticate(''), refused);
  });

  it('is valid for 24 h of station time, to the microsecond', async () => {
    await fixture.plugin('vms');
    const { token, session } = await fixture.session('vms');
    fixture.clock.advance(86_399.999_999);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'ok');
    assert.deepEqual(fixture.ended, []);
    fixture.clock.advance(0.000_001);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
    assert.deepEqual(fixture.ended, [session.id]);
    assert.deepEqual(fixture.store.sessions.list(), []);
  });

  it('is expired for whoever asks, even if the clock is late with its call', async () => {
    await fixture.plugin('vms');
    const { token } = await fixture.session('vms');
    fixture.auth.stop();
    fixture.clock.advance(86_400);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
  });

  it('expires each at its own time', async () => {
    await fixture.plugin('vms');
    const ids: string[] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      ids.push((await fixture.session('vms')).session.id);
      fixture.clock.advance(3600);
    }
    fixture.clock.advance(21 * 3600);
    assert.deepEqual(fixture.ended, ids.slice(0, 1));
    fixture.clock.advance(3600);
    assert.deepEqual(fixture.ended, ids.slice(0, 2));
    fixture.clock.advance(3600);
    assert.deepEqual(fixture.ended, ids);
  });

  it('expires also while the disk is full, and stays expired after the next start', async () => {
    await fixture.plugin('vms');
    const { token } = await fixture.session('vms');
    fixture.store.fault = new Error('disk full');
    fixture.clock.advance(86_400);
    assert.equal(fixture.ended.length, 1);
    fixture.store.fault = undefined;
    fixture.restart();
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
    assert.deepEqual(fixture.store.sessions.list(), []);
  });

  it('survives a restart, and expires at the same time as without it', async () => {
    await fixture.plugin('vms');
    const { token, caller, session } = await fixture.session('vms', 'desk 2');
    fixture.clock.advance(3600);
    fixture.restart();
    assert.deepEqual(must(fixture.auth.authenticate(token)), caller);
    fixture.clock.advance(23 * 3600);
    assert.deepEqual(fixture.ended, [session.id]);
  });

  it('is never written to the store, nor is a key', async () => {
    await fixture.plugin('a key of the plugin');
    const { token } = await fixture.session('a key of the plugin');
    const { key } = must(await fixture.auth.addPlugin({ name: 'other', scopes: ['read'] }));
    const written = JSON.stringify([fixture.store.plugins.list(), fixture.store.sessions.list()]);
    assert.equal(written.includes(token), false);
    assert.equal(written.includes(key), false);
  });

  it('is over when it is given back, and cannot be given back twice', async () => {
    await fixture.plugin('vms');
    const [one, other] = [await fixture.session('vms'), await fixture.session('vms')];
    assert.equal(refusalCode(fixture.auth.invalidate(one.caller)), 'ok');
    assert.equal(refusalCode(fixture.auth.authenticate(one.token)), 'INVALID_TOKEN');
    assert.equal(refusalCode(fixture.auth.authenticate(other.token)), 'ok');
    assert.equal(refusalCode(fixture.auth.invalidate(one.caller)), 'SESSION_NOT_FOUND');
    assert.deepEqual(fixture.ended, [one.session.id]);
    fixture.restart();
    assert.equal(refusalCode(fixture.auth.authenticate(one.token)), 'INVALID_TOKEN');
  });

  it('that was given back is over even if the store then fails', async () => {
    await fixture.plugin('vms');
    const { caller, token } = await fixture.session('vms');
    fixture.store.fault = new Error('disk full');
    assert.throws(() => fixture.auth.invalidate(caller), /disk full/);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
  });

  it('is given out although it cannot be stored, and the fault is told: people must be able to sign in and land', async () => {
    await fixture.plugin('vms');
    const { token: before } = await fixture.session('vms');
    fixture.store.fault = new Error('disk full');
    const { token } = await fixture.session('vms');
    assert.deepEqual(
      [before, token].map((one) => refusalCode(fixture.auth.authenticate(one))),
      ['ok', 'ok'],
    );
    assert.ok(fixture.storeFaults.length > 0);
  });

  it('is over when its plugin is disabled, and stays over when it is enabled again', async () => {
    const id = await fixture.plugin('vms');
    await fixture.plugin('gate');
    const [one, two, other] = [
      await fixture.session('vms'),
      await fixture.session('vms'),
      await fixture.session('gate'),
    ];
    fixture.auth.setEnabled(id, false);
    fixture.auth.setEnabled(id, true);
    assert.deepEqual(fixture.ended, [one.session.id, two.session.id]);
    assert.equal(refusalCode(fixture.auth.authenticate(one.token)), 'INVALID_TOKEN');
    assert.equal(refusalCode(fixture.auth.authenticate(other.token)), 'ok');
    fixture.restart();
    assert.equal(refusalCode(fixture.auth.authenticate(one.token)), 'INVALID_TOKEN');
  });

  it('is over when its plugin is removed', async () => {
    const id = await fixture.plugin('vms');
    const { token, session } = await fixture.session('vms');
    fixture.auth.removePlugin(id);
    assert.deepEqual(fixture.ended, [session.id]);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
  });
});

describe('while the time of a simulation stands', () => {
  it('a token ends after its validity in real time', async () => {
    fixture = new AuthFixture({ validityS: 3600 });
    await fixture.plugin('vms');
    const { session, token } = await fixture.session('vms');
    fixture.realTimeClock.advance(3590);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'ok');
    fixture.realTimeClock.advance(10);
    assert.equal(refusalCode(fixture.auth.authenticate(token)), 'INVALID_TOKEN');
    assert.deepEqual(fixture.ended, [session.id]);
    assert.equal(fixture.store.sessions.list().length, 0);
  });

  it('an old key ends after its grace period in real time', async () => {
    fixture = new AuthFixture({ rotatedKeyGraceS: 60 });
    await fixture.auth.rotateKey(await fixture.plugin('vms'));
    fixture.realTimeClock.advance(59);
    assert.equal(await fixture.ask('vms'), 'ok');
    fixture.realTimeClock.advance(1);
    assert.equal(await fixture.ask('vms'), 'INVALID_API_KEY');
  });
});

describe('the number of sessions', () => {
  it('is bounded: the oldest of the same plugin ends', async () => {
    fixture = new AuthFixture({ maxSessions: 3 });
    for (const key of ['gate', 'vms']) await fixture.plugin(key);
    const gate = await fixture.session('gate');
    const [one, two, three] = [
      await fixture.session('vms'),
      await fixture.session('vms'),
      await fixture.session('vms'),
    ];
    assert.deepEqual(fixture.ended, [one.session.id]);
    for (const { token } of [gate, two, three]) assert.equal(refusalCode(fixture.auth.authenticate(token)), 'ok');
    assert.equal(fixture.store.sessions.list().length, 3);
  });

  it('is bounded for each plugin, so that one cannot take the room of all', async () => {
    fixture = new AuthFixture({ maxSessionsPerPlugin: 2 });
    for (const key of ['gate', 'vms']) await fixture.plugin(key);
    const gate = await fixture.session('gate');
    const first = await fixture.session('vms');
    for (let count = 0; count < 2; count += 1) await fixture.session('vms');
    assert.deepEqual(fixture.ended, [first.session.id]);
    assert.equal(refusalCode(fixture.auth.authenticate(gate.token)), 'ok');
  });

  it('is bounded also for a plugin that has none: the oldest of the plugin with most ends', async () => {
    fixture = new AuthFixture({ maxSessions: 3 });
    for (const key of ['gate', 'vms', 'console']) await fixture.plugin(key);
    await fixture.session('gate');
    const first = await fixture.session('vms');
    await fixture.session('vms');
    assert.equal(await fixture.ask('console'), 'ok');
    assert.deepEqual(fixture.ended, [first.session.id]);
  });
});

describe('the list of sessions', () => {
  it('shows all, oldest first, with the token of the caller only', async () => {
    for (const key of ['vms', 'gate']) await fixture.plugin(key);
    const [vms, gate] = [await fixture.session('vms', 'desk 2'), await fixture.session('gate')];
    assert.deepEqual(fixture.auth.list(vms.caller, vms.token), [
      vms.session,
      { ...gate.session, access_token: `${gate.token.slice(0, 6)}**********` },
    ]);
    const [masked, own] = fixture.auth.list(gate.caller, gate.token);
    assert.equal(own?.access_token, gate.token);
    assert.equal(refusalCode(fixture.auth.authenticate(masked?.access_token ?? '')), 'INVALID_TOKEN');
  });

  it('shows the same after a restart', async () => {
    await fixture.plugin('vms', SCOPES);
    const { caller, token } = await fixture.session('vms', 'desk 2');
    const before = fixture.auth.list(caller, token);
    fixture.restart();
    assert.deepEqual(fixture.auth.list(caller, token), before);
  });
});
