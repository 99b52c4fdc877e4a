import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { PLUGINS_MAX } from '@kitestring/station-contract/admin/plugin.ts';
import { REFUSED_REQUESTS_MAX } from '@kitestring/station-contract/admin/refused-request.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { AuthFixture, must, refusalCode, refusalMessage } from './auth-fixture.test.ts';

let fixture: AuthFixture;

beforeEach(() => {
  fixture = new AuthFixture();
});

const administration = () => fixture.auth.administration;
const setEnabled = (id: string, enabled: boolean) => must(fixture.auth.setEnabled(id, enabled));

interface Seat {
  readonly scopes: readonly Scope[];
  readonly enabled?: boolean;
}

const SEAT: Seat = { scopes: ['internal'] };
const CLIENT: Seat = { scopes: ['read', 'control'] };
const OFF: Seat = { scopes: ['internal'], enabled: false };

describe('shutting a plugin out', () => {
  const table: readonly (readonly [string, Seat, readonly Seat[], string])[] = [
    ['the only seat', SEAT, [], 'LAST_INTERNAL_PLUGIN'],
    ['the only seat beside clients', SEAT, [CLIENT, CLIENT], 'LAST_INTERNAL_PLUGIN'],
    ['the last seat that is enabled', SEAT, [OFF, OFF], 'LAST_INTERNAL_PLUGIN'],
    ['one of two seats', SEAT, [SEAT], 'ok'],
    ['a seat that is disabled already', OFF, [], 'ok'],
    ['a client beside the only seat', CLIENT, [SEAT], 'ok'],
    ['the only client, where there is no seat at all', CLIENT, [], 'ok'],
  ];
  for (const [what, { scopes, enabled = true }, others, expected] of table) {
    for (const action of ['disable', 'remove'] as const) {
      it(`${action}: ${what} is ${expected}`, async () => {
        const id = await fixture.plugin('asked', scopes);
        setEnabled(id, enabled);
        for (const [index, other] of others.entries()) {
          setEnabled(await fixture.plugin(`other ${index}`, other.scopes), other.enabled ?? true);
        }
        assert.equal(refusalCode(administration()[action](id)), expected);
        const after = administration().plugin(id);
        if (expected !== 'ok') assert.equal(after?.enabled, true);
        else assert.equal(after?.enabled, action === 'disable' ? false : undefined);
      });
    }
  }

  it('counts what the command line has done to the other seats', async () => {
    const [own, other] = [await fixture.plugin('own'), await fixture.plugin('other')];
    setEnabled(other, false);
    const refused = administration().disable(own);
    assert.equal(refusalMessage(refused), 'own is the last enabled plugin with the scope internal');
  });

  it('ends the sessions of the plugin and no others', async () => {
    await fixture.plugin('seat');
    const id = await fixture.plugin('vms');
    const [kept, ended] = [await fixture.session('seat'), await fixture.session('vms')];
    must(administration().disable(id));
    assert.deepEqual(fixture.ended, [ended.session.id]);
    assert.equal(refusalCode(fixture.auth.authenticate(kept.token)), 'ok');
  });

  it('says that there is no such plugin, in a message of bounded length', async () => {
    await fixture.plugin('seat');
    const { caller } = await fixture.session('seat');
    for (const id of ['', 'vms', '__proto__', 'x'.repeat(10_000)]) {
      for (const result of [
        administration().enable(id),
        administration().disable(id),
        administration().remove(id),
        await administration().rotateKey(id, undefined, caller),
      ]) {
        assert.equal(refusalCode(result), 'PLUGIN_NOT_FOUND');
        assert.ok(refusalMessage(result).length < 400);
      }
    }
  });
});

describe('adding plugins', () => {
  it(`ends at ${PLUGINS_MAX}, and goes on when one is removed`, async () => {
    const ids: string[] = [];
    for (let index = 0; index < PLUGINS_MAX; index += 1) ids.push(await fixture.plugin(`plugin ${index}`, ['read']));
    const { caller } = await fixture.session('plugin 0');
    const another = () => administration().add({ name: 'one more', scopes: ['read'] }, caller);
    assert.equal(refusalCode(await another()), 'TOO_MANY_PLUGINS');
    must(administration().remove(ids[7] ?? ''));
    assert.equal(refusalCode(await another()), 'ok');
  });
});

describe('a rotation', () => {
  for (const [graceS, expected] of [
    [0, 'INVALID_API_KEY'],
    [60, 'ok'],
    [undefined, 'ok'],
  ] as const) {
    it(`with a grace period of ${graceS ?? 'the setting'} leaves the old key: ${expected}`, async () => {
      const id = await fixture.plugin('old');
      const { caller } = await fixture.session('old');
      const { key } = must(await administration().rotateKey(id, graceS, caller));
      assert.equal(await fixture.ask('old'), expected);
      assert.equal(await fixture.ask(key), 'ok');
    });
  }

  it('lets the old key go when the grace period that was given is over', async () => {
    const id = await fixture.plugin('old');
    const { caller } = await fixture.session('old');
    must(await administration().rotateKey(id, 60, caller));
    fixture.clock.advance(60);
    assert.equal(await fixture.ask('old'), 'INVALID_API_KEY');
  });
});

describe('the sessions', () => {
  it('are listed with when they were last used, and end one by one', async () => {
    await fixture.plugin('vms');
    const [first, second] = [await fixture.session('vms', 'desk 1'), await fixture.session('vms', 'desk 2')];
    fixture.clock.advance(5);
    must(fixture.auth.authenticate(second.token));
    const shown = administration().sessions();
    assert.deepEqual(
      shown.map(({ record, lastUsedAtUs }) => [record.name, lastUsedAtUs]),
      [
        ['desk 1', fixture.clock.nowUs() - 5e6],
        ['desk 2', fixture.clock.nowUs()],
      ],
    );
    must(administration().revoke(first.session.id));
    assert.equal(refusalCode(fixture.auth.authenticate(first.token)), 'INVALID_TOKEN');
    assert.equal(refusalCode(fixture.auth.authenticate(second.token)), 'ok');
    assert.equal(refusalCode(administration().revoke(first.session.id)), 'SESSION_NOT_FOUND');
    assert.ok(refusalMessage(administration().revoke('x'.repeat(10_000))).length < 400);
  });
});

describe('when a plugin was last used', () => {
  const lastUsed = () => fixture.auth.pluginList()[0]?.lastUsedAtUs;

  it('is unknown before, the time of a token, then of a request', async () => {
    await fixture.plugin('vms');
    assert.equal(lastUsed(), undefined);
    const { access_token: token } = must(await fixture.auth.requestToken({ key: 'vms' }));
    assert.equal(lastUsed(), fixture.clock.nowUs());
    fixture.clock.advance(100);
    must(fixture.auth.authenticate(token));
    assert.equal(lastUsed(), fixture.clock.nowUs());
  });

  it('is not changed by a wrong token or a refused request', async () => {
    const id = await fixture.plugin('vms');
    fixture.auth.authenticate('wrong');
    setEnabled(id, false);
    assert.equal(await fixture.ask('vms'), 'PLUGIN_DISABLED');
    assert.equal(lastUsed(), undefined);
  });

  it('survives a restart, the last request too, and a change of the plugin', async () => {
    const id = await fixture.plugin('vms');
    const { token } = await fixture.session('vms');
    fixture.clock.advance(100);
    must(fixture.auth.authenticate(token));
    const atUs = fixture.clock.nowUs();
    fixture.restart();
    assert.equal(lastUsed(), atUs);
    setEnabled(id, false);
    setEnabled(id, true);
    assert.equal(lastUsed(), atUs);
  });

  it('is after a kill that of the last token', async () => {
    await fixture.plugin('vms');
    const { token } = await fixture.session('vms');
    const atUs = fixture.clock.nowUs();
    fixture.clock.advance(100);
    must(fixture.auth.authenticate(token));
    assert.equal(fixture.store.plugins.list()[0]?.lastUsedAtUs, atUs);
  });

  it('that cannot be stored does not keep the station from stopping', async () => {
    await fixture.plugin('vms');
    const { token } = await fixture.session('vms');
    fixture.clock.advance(1);
    must(fixture.auth.authenticate(token));
    fixture.store.fault = new Error('the disk is full');
    fixture.auth.stop();
    fixture.store.fault = undefined;
  });
});

describe('requests of disabled plugins', () => {
  const asked = () => administration().refusedRequests();

  it('are listed with who, from where, how often and when, the latest first', async () => {
    const [vms, gate] = [await fixture.plugin('vms'), await fixture.plugin('gate')];
    for (const id of [vms, gate]) setEnabled(id, false);
    const startUs = fixture.clock.nowUs();
    await fixture.auth.requestToken({ key: 'vms', address: '192.0.2.7', name: 'desk 1' });
    fixture.clock.advance(1);
    await fixture.auth.requestToken({ key: 'gate', address: '192.0.2.8' });
    fixture.clock.advance(1);
    await fixture.auth.requestToken({ key: 'vms', address: '192.0.2.7', name: 'desk\n2' });
    assert.deepEqual(asked(), [
      {
        pluginId: vms,
        pluginName: 'vms',
        address: '192.0.2.7',
        count: 2,
        firstUs: startUs,
        lastUs: startUs + 2e6,
      },
      {
        pluginId: gate,
        pluginName: 'gate',
        address: '192.0.2.8',
        count: 1,
        firstUs: startUs + 1e6,
        lastUs: startUs + 1e6,
      },
    ]);
  });

  it('are gone when the plugin is enabled or removed', async () => {
    const [vms, gate] = [await fixture.plugin('vms'), await fixture.plugin('gate')];
    for (const id of [vms, gate]) setEnabled(id, false);
    for (const key of ['vms', 'gate']) await fixture.ask(key);
    assert.equal(asked().length, 2);
    setEnabled(vms, true);
    assert.deepEqual(
      asked().map(({ pluginName }) => pluginName),
      ['gate'],
    );
    must(fixture.auth.removePlugin(gate));
    assert.deepEqual(asked(), []);
  });

  it(`are at most ${REFUSED_REQUESTS_MAX}, however many places they come from`, async () => {
    setEnabled(await fixture.plugin('vms'), false);
    for (let index = 0; index < REFUSED_REQUESTS_MAX * 3; index += 1) {
      await fixture.auth.requestToken({ key: 'vms', address: `place ${index}` });
    }
    assert.equal(asked().length, REFUSED_REQUESTS_MAX);
    assert.equal(asked()[0]?.address, `place ${REFUSED_REQUESTS_MAX * 3 - 1}`);
  });

  it('with a wrong key are nobody’s', async () => {
    setEnabled(await fixture.plugin('vms'), false);
    assert.equal(await fixture.ask('guessed'), 'INVALID_API_KEY');
    assert.deepEqual(asked(), []);
  });
});

describe('a session for something that acts for the caller', () => {
  const open = async (scopes: readonly Scope[]) => {
    const { caller } = await fixture.session('vms', 'desk');
    return fixture.auth.openFor(caller, scopes, 'scenario: operator');
  };

  it('is of the same plugin, with the scopes and the name that were asked for', async () => {
    await fixture.plugin('vms');
    const { token, sessionId } = must(await open(['control', 'read']));
    const caller = must(fixture.auth.authenticate(token));
    assert.deepEqual(
      [caller.sessionId, caller.callerName, caller.scopes, caller.sessionName],
      [sessionId, 'vms', ['read', 'control'], 'scenario: operator'],
    );
  });

  it('has no scope that the caller’s token does not have', async () => {
    await fixture.plugin('vms', ['read', 'control']);
    const refused = await open(['read', 'can_override']);
    assert.equal(refusalCode(refused), 'INSUFFICIENT_SCOPE');
    assert.equal(refusalMessage(refused), 'scenario: operator needs the scope can_override');
  });

  it('is not opened once the caller’s own is over', async () => {
    await fixture.plugin('vms');
    const { caller, session } = await fixture.session('vms');
    must(administration().revoke(session.id));
    assert.equal(refusalCode(fixture.auth.openFor(caller, ['read'], 'late')), 'INVALID_TOKEN');
  });
});
