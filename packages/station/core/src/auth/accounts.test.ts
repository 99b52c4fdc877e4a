import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { ACCOUNTS_MAX } from '@kitestring/station-contract/station/account.ts';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  isFlying,
  mayFly,
  SCOPES_OF_ROLE,
} from '@kitestring/station-contract/station/account-role.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { AuthFixture, must, refusalCode, refusalMessage } from './auth-fixture.test.ts';

const PASSWORD = 'wind over the old harbour';
let fixture: AuthFixture;

beforeEach(() => {
  fixture = new AuthFixture();
});

const accounts = () => fixture.auth.accounts;
const add = (login = 'rossi', role: AccountRole = 'pilot', name = 'Maria R.') =>
  accounts().add({ login, name, role, password: PASSWORD });
const signIn = (login = 'rossi', password = PASSWORD) => fixture.auth.signIn({ login, password });
const callerOf = async (login = 'rossi') => {
  const { session } = must(await signIn(login));
  return { token: session.access_token, caller: must(fixture.auth.authenticate(session.access_token)) };
};

describe('an account', () => {
  it('opens sessions under its own name, with the scopes of its role', async () => {
    for (const role of ACCOUNT_ROLES) {
      must(await add(role, role, `Name of ${role}`));
      const { caller } = await callerOf(role);
      assert.deepEqual(
        [caller.callerName, caller.role, caller.scopes],
        [`Name of ${role}`, role, SCOPES_OF_ROLE[role]],
      );
    }
    const { caller } = await callerOf('viewer');
    assert.deepEqual(
      fixture.auth.list(caller, 'own').map(({ plugin_name }) => plugin_name),
      [...ACCOUNT_ROLES, 'viewer'].map((role) => `Name of ${role}`),
    );
  });

  it('is found by its login in any case, and refused alike with a wrong password and an unknown login', async () => {
    must(await add('M.Rossi@Fire'));
    assert.equal(refusalCode(await signIn(' m.rossi@FIRE ')), 'ok');
    const [wrong, unknown] = [await signIn('m.rossi@fire', 'no'), await signIn('nobody', 'no')];
    assert.deepEqual(wrong, unknown);
    assert.equal(refusalCode(wrong), 'INVALID_SIGN_IN');
    must(await accounts().add({ login: 'later', name: 'No password yet', role: 'viewer' }));
    assert.deepEqual(await signIn('later', ''), unknown);
  });

  it('says that it is disabled only to who knows its password', async () => {
    const { id } = must(await add());
    must(await accounts().change(id, { enabled: false }));
    assert.equal(refusalCode(await signIn()), 'ACCOUNT_DISABLED');
    assert.equal(refusalCode(await signIn('rossi', 'no')), 'INVALID_SIGN_IN');
  });

  it('ends its sessions with every change that another makes, and others go on', async () => {
    const { id } = must(await add());
    must(await add('other'));
    const other = await callerOf('other');
    for (const change of [
      { role: 'viewer' },
      { enabled: false },
      { enabled: true },
      { password: `${PASSWORD}s` },
    ] as const) {
      fixture.auth.openAccount(accounts().get(id) ?? assert.fail());
      const before = fixture.ended.length;
      must(await accounts().change(id, change));
      const isOpen = 'enabled' in change && change.enabled;
      assert.equal(fixture.ended.length - before, isOpen ? 0 : 1, JSON.stringify(change));
    }
    const { caller } = {
      caller: must(
        fixture.auth.authenticate(
          must(fixture.auth.openAccount(accounts().get(id) ?? assert.fail())).session.access_token,
        ),
      ),
    };
    must(fixture.auth.watchLinks.add(caller, { name: 'Wall', hours: 1 }));
    must(accounts().remove(id));
    assert.deepEqual([fixture.ended.at(-1), fixture.auth.watchLinks.list()], [caller.sessionId, []]);
    assert.ok(fixture.auth.authenticate(other.token).ok);
  });

  it('goes on after a restart, with its sessions', async () => {
    must(await add());
    const { token } = await callerOf();
    fixture.restart();
    assert.equal(must(fixture.auth.authenticate(token)).role, 'pilot');
    assert.equal(refusalCode(await signIn()), 'ok');
  });

  it('does not take the administration from itself, and keeps the session that changes its own password', async () => {
    const { id } = must(await add('chief', 'admin'));
    const [mine, forgotten] = [await callerOf('chief'), await callerOf('chief')];
    const editor = { accountId: id, sessionId: mine.caller.sessionId };
    for (const change of [{ role: 'pilot' }, { enabled: false }] as const) {
      assert.equal(refusalCode(await accounts().change(id, change, editor)), 'OWN_ACCOUNT');
    }
    assert.equal(refusalCode(accounts().remove(id, editor)), 'OWN_ACCOUNT');
    must(await accounts().setOwnPassword(editor, 'rain on the north roof'));
    assert.deepEqual(fixture.ended, [forgotten.caller.sessionId]);
    assert.deepEqual(
      [refusalCode(await signIn('chief')), refusalCode(await signIn('chief', 'rain on the north roof'))],
      ['INVALID_SIGN_IN', 'ok'],
    );
  });

  it('is refused with a weak password, a login that is taken or malformed, and beyond the most that there may be', async () => {
    must(await add());
    const refused = async (change: object) =>
      refusalCode(await accounts().add({ login: 'new', name: 'New', role: 'viewer', password: PASSWORD, ...change }));
    assert.equal(await refused({ password: 'elf letters' }), 'PASSWORD_TOO_WEAK');
    assert.equal(await refused({ password: 'x'.repeat(129) }), 'PASSWORD_TOO_WEAK');
    assert.equal(await refused({ password: 'aaaaaaaaaaaaaa' }), 'PASSWORD_TOO_WEAK');
    assert.equal(await refused({ login: 'old.harbour', password: 'the Old.Harbour again' }), 'PASSWORD_TOO_WEAK');
    assert.equal(await refused({ login: 'ROSSI' }), 'LOGIN_TAKEN');
    for (const login of ['', 'a b', '<script>', 'x'.repeat(65)])
      assert.equal(await refused({ login }), 'INVALID_REQUEST');
    assert.equal(await refused({ name: 'two\nlines' }), 'INVALID_REQUEST');
    assert.equal(
      refusalMessage(await accounts().add({ login: 'new', name: 'New', role: 'viewer', password: 'short' })),
      'a password has 12 to 128 characters, got 5',
    );
    for (let count = 1; count < ACCOUNTS_MAX; count += 1) {
      must(await accounts().add({ login: `n${count}`, name: 'N', role: 'viewer' }));
    }
    assert.equal(await refused({}), 'TOO_MANY_ACCOUNTS');
  });

  it('has its password in no record of the store', async () => {
    must(await add());
    assert.ok(!JSON.stringify(fixture.store.accounts.list()).includes(PASSWORD));
  });
});

describe('roles', () => {
  it('have what flies as the only thing that the operator of the camera may not', () => {
    const commands = [...OPERATIONS, ...STATION_OPERATIONS].filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      commands
        .filter(isFlying)
        .map(({ id }) => id)
        .sort(),
      [
        'flight.control.abort',
        'flight.control.altitude',
        'flight.control.altitude_soft_max',
        'flight.control.land',
        'flight.control.take_off',
        'station.flight.pending_landing.cancel',
        'station.flight.pending_landing.set',
        'station.ground.line',
        'station.ground.tether_power',
        'station.readiness.sign',
        'system.control.close_rtb_lids',
        'system.control.open_rtb_lids',
      ],
    );
    assert.deepEqual(
      ACCOUNT_ROLES.filter((role) => !mayFly(role)),
      ['operator'],
    );
  });
});
