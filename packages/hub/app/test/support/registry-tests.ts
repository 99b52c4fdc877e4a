import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { AlarmTable } from '../../src/alarms/alarm-table.ts';
import { databaseFigures } from '../../src/metrics/database-figures.ts';
import { ApiKeys } from '../../src/registry/api-keys.ts';
import { auditHash, HubAudit, type HubAuditEntry } from '../../src/registry/audit.ts';
import { Enrolments } from '../../src/registry/enrolments.ts';
import { Stations } from '../../src/registry/stations.ts';
import { type DatabaseFixture, INVENTORY, NOW_MS } from './database-fixture.ts';
import { granted } from './granted.ts';

/** Enrolments, keys of stations, and the audit log. */
export function registryTests(fixture: () => DatabaseFixture): void {
  it('gives a code of 128 bits for ten minutes to one station only, also to two at the same moment', async () => {
    const { database } = fixture();
    const enrolments = new Enrolments(database);
    const [{ code, enrolment } = assert.fail()] = await enrolments.add(['truck'], 'first', NOW_MS);
    assert.match(code, /^[a-z2-7]{26}$/);
    assert.equal(enrolment.expires_ms, NOW_MS + 600_000);
    const use = async (text: string, nowMs: number) =>
      (await database.transaction((queries) => enrolments.use(queries, [text], nowMs))).get(text);
    assert.equal(await use(code, NOW_MS + 600_000), undefined);
    assert.equal(await use('a'.repeat(26), NOW_MS), undefined);
    const uses = await Promise.all([use(code, NOW_MS + 599_999), use(code, NOW_MS + 599_999)]);
    assert.deepEqual(uses.filter(Boolean), [enrolment.id]);
    assert.equal(await enrolments.withdraw(enrolment.id), false);
    const kept = JSON.stringify(await database.query('SELECT * FROM enrolment'));
    assert.ok(!kept.includes(code), 'only the hash of a code is kept');
  });

  it('remembers the stations with all their keys after a restart', async () => {
    const { database, stations } = fixture();
    const journal = await fixture().newStation('shhhhhhhhhhhh');
    const newKey = Nkey.make('user').publicKey;
    await stations.useKey(journal.sid, newKey, NOW_MS);
    await stations.keepInventory(journal.sid, { ...INVENTORY, rev: 2, name: 'Ladder 1' });
    await stations.revoke(journal.sid, NOW_MS + 1, () => Promise.resolve());
    const again = await Stations.open(database);
    const { key, name, revokedMs } = again.get(journal.sid) ?? {};
    assert.deepEqual([key, name, revokedMs], [newKey, 'Ladder 1', NOW_MS + 1]);
    assert.deepEqual([...again.keysOf(journal.sid)].sort(), [journal.key.publicKey, newKey].sort());
  });

  it('revokes a station once, also by two at the same moment: its alarms are over, and of its commands no outcome is waited for', async () => {
    const { database, stations } = fixture();
    const { sid } = await fixture().newStation('smmmmmmmmmmm2');
    await database.query(
      "INSERT INTO alarm (sid, epoch, code, severity, message, began_ms) VALUES ($1, 'e', 1, 'Critical', '', 1)",
      [sid],
    );
    await database.query(
      `INSERT INTO command (id, sid, op, key_id, who, fingerprint, asked_ms, late_ms, state)
       VALUES ('open', $1, 'op', 'key', 'who', 'f', $2, $2, 'open')`,
      [sid, NOW_MS - 60_000],
    );
    const alarms = new AlarmTable(database);
    const totals = async () => {
      const [active, ended] = await Promise.all(
        (['active', 'ended'] as const).map(
          async (state) => (await alarms.list({ state, sid, sids: undefined, limit: 1 })).total,
        ),
      );
      const { commandOpenS, commandsOpen } = await databaseFigures(database, NOW_MS);
      return [active, ended, commandsOpen, commandOpenS];
    };
    assert.deepEqual(await totals(), [1, 0, 1, 60]);
    const told: number[] = [];
    const other = await Stations.open(database);
    await Promise.all(
      [stations, other].map((one, index) => one.revoke(sid, NOW_MS + index, async () => void told.push(index))),
    );
    assert.equal(told.length, 1);
    for (const one of [stations, other]) assert.equal(one.get(sid)?.revokedMs, NOW_MS + (told[0] ?? 0));
    assert.deepEqual(await totals(), [0, 1, 0, 0]);
    await database.query('DELETE FROM command WHERE sid = $1', [sid]);
  });

  it('leaves an administrator with a key, also where two remove each other at the same moment', async () => {
    const { database } = fixture();
    const keys = await ApiKeys.open(database);
    const key = { role: 'admin', groupId: undefined, createdMs: NOW_MS } as const;
    const both = [granted(await keys.add({ ...key, name: 'a' })), granted(await keys.add({ ...key, name: 'b' }))];
    const removed = await Promise.all(both.map(({ key: { id } }) => keys.remove(id)));
    assert.deepEqual(removed.toSorted(), ['last', 'removed']);
    assert.deepEqual(await keys.load(), []);
    assert.equal(keys.list().length, 1);
  });

  it('chains what is audited, also when two write at the same time', async () => {
    const { database } = fixture();
    const audit = new HubAudit(database, () => NOW_MS);
    const action = (what: string) => ({ who: 'first', what, outcome: 'done', address: '192.0.2.7' });
    await Promise.all(['a', 'b', 'c'].map((what) => audit.note(action(what))));
    const entries = (await audit.read({ before: Number.MAX_SAFE_INTEGER, limit: 3 })).toReversed();
    for (const [index, entry] of entries.entries()) {
      assert.equal(entry.hash, auditHash(entry));
      if (index > 0) assert.equal(entry.previous, entries[index - 1]?.hash);
    }
    assert.deepEqual(
      entries.map(({ n }) => n),
      [1, 2, 3],
    );
    await audit.note({ ...action('d'), who: 'second', station: 'shhhhhhhhhhhh' });
    const found = async (filter: object) =>
      (await audit.read({ before: Number.MAX_SAFE_INTEGER, limit: 9, ...filter })).map(({ n }) => n);
    assert.deepEqual([await found({ who: 'first' }), await found({ station: 'shhhhhhhhhhhh' })], [[3, 2, 1], [4]]);
    assert.deepEqual([await found({ toMs: NOW_MS - 1 }), await found({ fromMs: NOW_MS, limit: 1 })], [[], [4]]);
    await audit.note({ ...action('e'), who: 'third\0\ud800', outcome: 'done \0' });
    // Two keys of one name; entries of before have none, and the hash that they had.
    for (const key of ['key a', 'key b']) await audit.note({ ...action('f'), key });
    const [second = assert.fail()] = await audit.read({ before: Number.MAX_SAFE_INTEGER, limit: 1, who: 'key b' });
    assert.deepEqual([second.who, second.key_id, second.hash], ['first', 'key b', auditHash(second)]);
    assert.notEqual(auditHash({ ...second, key_id: 'key a' }), second.hash);
    assert.deepEqual(await found({ who: 'key a' }), [second.n - 1]);
    const [first] = entries as [HubAuditEntry];
    const plain = [first.n, first.time_ms, first.who, first.what, null, first.outcome, first.address, first.previous];
    assert.equal(first.hash, hash('sha256', JSON.stringify(plain), 'base64url'));
    const [odd = assert.fail()] = await audit.read({ before: Number.MAX_SAFE_INTEGER, limit: 1, who: 'third\0\udc00' });
    assert.equal(odd.hash, auditHash(odd));
  });
}
