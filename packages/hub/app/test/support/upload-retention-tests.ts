import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import type { UploadKind } from '@kitestring/hub-contract/upload.ts';
import { POLICY_PERSON } from '@kitestring/hub-contract/upload-policy.ts';
import { HubAudit } from '../../src/registry/audit.ts';
import { UploadRetention } from '../../src/uploads/upload-retention.ts';
import { UploadTable } from '../../src/uploads/upload-table.ts';
import { Uploads } from '../../src/uploads/uploads.ts';
import { type DatabaseFixture, NOW_MS } from './database-fixture.ts';

const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;
const SID = 'syyyyyyyyyyyy';
const CLOCK = { nowUs: () => 0, schedule: () => () => {} };

/** Tests of what a hub removes from its store. */
export function uploadRetentionTests(fixture: () => DatabaseFixture): void {
  it('removes recordings and logs by age and size, never one that is read or still comes, and declares what is gone', async () => {
    const { database } = fixture();
    await fixture().newStation(SID);
    const table = new UploadTable(database);
    const audit = new HubAudit(database, () => NOW_MS);
    const deleted: string[] = [];
    let isAway = false;
    const objects = {
      abort: async () => {},
      remove: async (key: string) => {
        if (isAway) throw new StoreFault('STORE_UNWRITABLE', 'the store is away');
        deleted.push(key);
      },
    };
    const uploads = new Uploads({
      database,
      table,
      audit,
      objects,
      clock: CLOCK,
      nowMs: () => NOW_MS,
      log: SILENT_LOG,
      connection: { subscribe: () => {} },
      isInCharge: () => false,
    } as unknown as ConstructorParameters<typeof Uploads>[0]);
    const add = async (recording: string, kind: UploadKind, ageDays: number | undefined, gib: number) => {
      const asker = { person: POLICY_PERSON, scopes: ['read' as const], via: 'test' };
      await database.transaction((queries) =>
        table.orderAutomatic(queries, { sid: SID, recording, kind, asker, kbps: 1000 }, NOW_MS),
      );
      const { id } = (await listed(kind)).find((one) => one.recording === recording) ?? assert.fail(recording);
      await table.keepFiles(id, [{ name: 'main.mp4', bytes: gib * GIB, sha256: 'x', key: `key of ${recording}` }]);
      if (ageDays !== undefined) {
        await database.transaction((queries) => table.stored(queries, id, NOW_MS - ageDays * DAY_MS));
      }
      return id;
    };
    const listed = (kind: UploadKind, state?: 'stored' | 'removed') =>
      table.list({ kind, state, before: Number.MAX_SAFE_INTEGER, limit: 100 });
    const names = async (kind: UploadKind, state: 'stored' | 'removed') =>
      (await listed(kind, state)).map(({ recording }) => recording).sort();
    const retention = (settings: ConstructorParameters<typeof UploadRetention>[0]['settings'], isInCharge = true) =>
      new UploadRetention({ table, uploads, settings, isInCharge: () => isInCharge, log: SILENT_LOG });

    await add('old', 'recording', 31, 1);
    const read = await add('read', 'recording', 40, 1);
    await add('coming', 'recording', undefined, 50);
    await add('big', 'recording', 3, 2);
    await add('new', 'recording', 1, 2);
    await add('log', 'flight_log', 400, 1);
    assert.equal(await table.reading(read, NOW_MS + 1), true);

    assert.equal(await retention({}).remove(NOW_MS), 0, 'without settings nothing');
    assert.equal(await retention({ 'recordings.days': 30 }, false).remove(NOW_MS), 0, 'another replica does it');
    assert.equal(await retention({ 'recordings.days': 30 }).remove(NOW_MS), 1);
    assert.deepEqual(deleted, ['key of old']);
    assert.deepEqual(await names('recording', 'stored'), ['big', 'new', 'read']);
    assert.equal(await table.reading(read, 0), true);

    // 5 GiB are stored: the oldest is read, so the next one goes.
    assert.equal(await retention({ 'recordings.max_gib': 4 }).remove(NOW_MS), 1);
    assert.deepEqual(await names('recording', 'stored'), ['new', 'read']);

    // A store that is away: what was declared as removed is deleted later.
    isAway = true;
    await assert.rejects(retention({ 'flight_logs.days': 365 }).remove(NOW_MS), /away/);
    assert.deepEqual(await names('flight_log', 'removed'), ['log']);
    isAway = false;
    assert.equal(await retention({}).remove(NOW_MS), 0);
    assert.deepEqual(deleted, ['key of old', 'key of big', 'key of log']);
    assert.equal(await table.reading((await listed('flight_log', 'removed'))[0]?.id ?? '', NOW_MS), false);

    const [gone] = (await listed('recording', 'removed')).filter(({ recording }) => recording === 'old');
    assert.deepEqual([gone?.reason, gone?.removed_ms, gone?.files[0]?.bytes], ['kept for 30 days', NOW_MS, GIB]);
    const noted = (await audit.read({ before: Number.MAX_SAFE_INTEGER, limit: 3 })).map(({ outcome }) => outcome);
    assert.deepEqual(noted, [
      'removed flight_log log: kept for 365 days',
      'removed recording big: the store is limited to 4 GiB',
      'removed recording old: kept for 30 days',
    ]);
    const events = await database.query<{ kind: string }>('SELECT kind FROM event WHERE sid = $1 ORDER BY n', [SID]);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['recording.removed', 'recording.removed', 'flight_log.removed'],
    );
  });
}
