import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FLEET_KEYS_MAX } from '@kitestring/hub-contract/fleet/administration.ts';
import { BINDINGS_MAX, GROUPS_MAX } from '@kitestring/hub-contract/fleet/groups.ts';
import { WEBHOOKS_MAX } from '@kitestring/hub-contract/fleet/webhooks.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import { HubSessionStore, SIGN_INS_EACH_MAX } from '../../src/people/hub-session-store.ts';
import { Rights } from '../../src/people/rights.ts';
import { ApiKeys } from '../../src/registry/api-keys.ts';
import { WebhookTable } from '../../src/webhooks/webhook-table.ts';
import { type DatabaseFixture, NOW_MS } from './database-fixture.ts';
import { granted } from './granted.ts';

const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
const codes = async (results: readonly Promise<Result<unknown>>[]) => (await Promise.all(results)).map(code).toSorted();

/** Limits of counts, and what depends on another row, where two replicas change them at the same moment. */
export function countLimitTests(fixture: () => DatabaseFixture): void {
  const both = async () => {
    const { database } = fixture();
    return { database, here: await Rights.open(database), there: await Rights.open(database) };
  };

  it('keep the limits of groups, roles, API keys and webhooks, where two replicas add the last one', async () => {
    const { database, here, there } = await both();
    const fill = (table: string, columns: string, values: string, most: number) =>
      database.query(
        `INSERT INTO ${table} (id, created_ms, ${columns}) SELECT 'filling' || n, 1, ${values}
         FROM generate_series(1, $1 - 1 - (SELECT count(*)::integer FROM ${table})) AS n`,
        [most],
      );
    await fill('station_group', 'name', "'filling' || n", GROUPS_MAX);
    await fill('role_binding', 'claim, role', "'filling', 'viewer'", BINDINGS_MAX);
    await fill(
      'api_key',
      'name, role, hash',
      "'filling', 'viewer', decode(lpad(to_hex(n), 8, '0'), 'hex')",
      FLEET_KEYS_MAX,
    );
    await fill('webhook', 'url, secret, filter, after_n', "'http://hook/', '', '{}', 0", WEBHOOKS_MAX);
    const keys = [await ApiKeys.open(database), await ApiKeys.open(database)];
    const tables = [new WebhookTable(database), new WebhookTable(database)];
    const key = { name: 'desk', role: 'viewer', groupId: undefined, createdMs: NOW_MS } as const;
    const added = await Promise.all([
      codes([here, there].map(({ groups }, index) => groups.add(`last ${index}`, NOW_MS))),
      codes([here, there].map(({ bindings }) => bindings.add({ claim: 'a', role: 'viewer' }, NOW_MS))),
      codes(keys.map((one) => one.add(key))),
      codes(tables.map((table) => table.add('http://hook/', {}, undefined, NOW_MS))),
    ]);
    assert.deepEqual(added, [
      ['TOO_MANY_GROUPS', 'ok'],
      ['TOO_MANY_GROUPS', 'ok'],
      ['TOO_MANY_PLUGINS', 'ok'],
      ['TOO_MANY_WEBHOOKS', 'ok'],
    ]);
    for (const table of ['role_binding', 'api_key', 'webhook', 'station_group'])
      await database.query(`DELETE FROM ${table}`);
  });

  it('give one of two groups a name that both ask for', async () => {
    const { here, there } = await both();
    const names = [here, there].map(({ groups }) => groups.add('North', NOW_MS));
    assert.deepEqual(await codes(names), ['GROUP_NAME_TAKEN', 'ok']);
    const ids = [granted(await here.groups.add('A', NOW_MS)), granted(await here.groups.add('B', NOW_MS))];
    const renamed = [here, there].map(({ groups }, index) => groups.rename(ids[index] ?? '', 'South'));
    assert.deepEqual(await codes(renamed), ['GROUP_NAME_TAKEN', 'ok']);
    assert.equal(code(await here.groups.rename('gaaaaaaaaaaaa', 'East')), 'NOT_FOUND');
    for (const { id } of here.groups.list()) granted(await here.groups.remove(id));
  });

  it('remove a group, or refuse to, while another replica adds what applies for it', async () => {
    const { database, here, there } = await both();
    const keys = await ApiKeys.open(database);
    const { sid } = await fixture().newStation('scountlimit22');
    const additions = [
      (group: string) => there.bindings.add({ claim: 'a', role: 'viewer', group }, NOW_MS),
      (group: string) => keys.add({ name: 'desk', role: 'viewer', groupId: group, createdMs: NOW_MS }),
      (group: string) => there.groups.putIn(group, sid),
      (group: string) => there.groups.takeOut(group, sid),
    ];
    for (const add of additions) {
      for (let round = 0; round < 10; round += 1) {
        const id = granted(await here.groups.add(`group ${round}`, NOW_MS));
        // Either may be the first.
        const works: (() => Promise<Result<unknown>>)[] = [() => here.groups.remove(id), () => add(id)];
        const order = round % 2 === 0 ? works : works.toReversed();
        const results = await Promise.all(order.map((work) => work()));
        const [removed, added] = round % 2 === 0 ? results : results.toReversed();
        assert.ok(removed !== undefined && added !== undefined);
        assert.match(`${code(removed)} ${code(added)}`, /^(ok NOT_FOUND|GROUP_IN_USE ok|ok ok)$/);
        if (removed.ok) continue;
        await database.query('DELETE FROM role_binding');
        await database.query('DELETE FROM api_key');
        granted(await here.groups.remove(id));
      }
    }
    const gone = { claim: 'a', role: 'viewer', group: 'gaaaaaaaaaaaa' } as const;
    assert.equal(code(await here.bindings.add(gone, NOW_MS)), 'NOT_FOUND');
    assert.equal(code(await here.bindings.add({ key: 'nowhere', role: 'viewer' }, NOW_MS)), 'NOT_FOUND');
  });

  it('keep the limit of sign-ins of one key, where many are opened at the same moment', async () => {
    const { database } = fixture();
    const keys = await ApiKeys.open(database);
    const { key } = granted(await keys.add({ name: 'hall', role: 'viewer', groupId: undefined, createdMs: NOW_MS }));
    await database.query(
      `INSERT INTO sign_in (key, id, key_id, opened_ms, used_ms)
       SELECT 'k' || n, 'i' || n, $1, $2, $2 FROM generate_series(1, $3::integer) AS n`,
      [key.id, NOW_MS, SIGN_INS_EACH_MAX],
    );
    const store = new HubSessionStore(database);
    const record = { keyId: key.id, openedMs: NOW_MS, usedMs: NOW_MS + 1 };
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => store.add(`further ${n}`, { ...record, id: `further ${n}` }, 0)),
    );
    const [row] = await database.query<{ count: number }>('SELECT count(*) AS count FROM sign_in WHERE key_id = $1', [
      key.id,
    ]);
    assert.equal(row?.count, SIGN_INS_EACH_MAX);
    await database.query('DELETE FROM api_key');
  });

  it('give a new key to one of two stations that come with it', async () => {
    const { stations } = fixture();
    const journals = [await fixture().newStation('scountlimit23'), await fixture().newStation('scountlimit24')];
    const { publicKey } = Nkey.make('user');
    const used = await Promise.all(journals.map(({ sid }) => stations.useKey(sid, publicKey, NOW_MS)));
    assert.deepEqual(used.toSorted(), [false, true]);
  });
}
