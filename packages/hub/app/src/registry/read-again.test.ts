import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { ApiKeys } from './api-keys.ts';
import { Stations } from './stations.ts';

/** Rows of a table, whose reading can be held up after it has looked at them. */
class SlowTable {
  readonly #name: string;
  readonly #rows: object[];
  #held: PromiseWithResolvers<void> | undefined;
  readonly database = {
    query: async (sql: string) => {
      if (!sql.endsWith(` FROM ${this.#name}`)) return [];
      const rows = [...this.#rows];
      await this.#held?.promise;
      return rows;
    },
    transaction: (work: (queries: object) => Promise<unknown>) =>
      work({ query: async (sql: string) => (/^(DELETE|UPDATE)/.test(sql) ? this.#rows.splice(0) : []) }),
  } as unknown as Database;

  constructor(name: string, row: object) {
    this.#name = name;
    this.#rows = [row];
  }

  /** In place of what is in it. */
  put(row: object): void {
    this.#rows.splice(0, 1, row);
  }

  hold(): () => void {
    const held = Promise.withResolvers<void>();
    this.#held = held;
    return () => {
      this.#held = undefined;
      held.resolve();
    };
  }
}

it('a key that is removed while all are read again is not valid again', async () => {
  const row = { id: 'k', name: 'dispatch', role: 'viewer', group_id: null, hash: Buffer.from('k'), created_ms: 1 };
  const table = new SlowTable('api_key', row);
  const keys = await ApiKeys.open(table.database);
  assert.equal(keys.list().length, 1);
  const goOn = table.hold();
  const read = keys.load();
  await turn();
  assert.equal(await keys.remove('k'), 'removed');
  goOn();
  await read;
  assert.deepEqual(keys.list(), []);
});

it('what another replica has changed of a station is told once: a new one, its name, the end of its membership', async () => {
  const row = { sid: 's', name: 'Engine 7', key: 'U', created_ms: 1, inventory: {}, beat: null, seen_ms: null };
  const table = new SlowTable('station', { ...row, revoked_ms: null, boots: [] });
  const stations = await Stations.open(table.database);
  const told: string[] = [];
  stations.onChange((sid, place) => told.push(`${sid} ${place} ${stations.get(sid)?.name}`));
  table.put({ ...row, revoked_ms: null, boots: ['a'], seen_ms: 5 });
  await stations.load();
  assert.deepEqual(told, []);
  table.put({ ...row, name: 'Ladder 1', revoked_ms: null, boots: [] });
  await stations.load();
  table.put({ ...row, name: 'Ladder 1', revoked_ms: 9, boots: [] });
  for (const _ of [1, 2]) await stations.load();
  table.put({ ...row, sid: 't', name: 'Engine 8', revoked_ms: null, boots: [] });
  await stations.load();
  assert.deepEqual(told, ['s elsewhere Ladder 1', 's elsewhere Ladder 1', 't elsewhere Engine 8']);
});

it('a station that is revoked while all are read again stays revoked', async () => {
  const row = { sid: 's', name: 'Engine 7', key: 'U', created_ms: 1, inventory: {}, beat: null, seen_ms: null };
  const table = new SlowTable('station', { ...row, revoked_ms: null, boots: [] });
  const stations = await Stations.open(table.database);
  const goOn = table.hold();
  const read = stations.load();
  await turn();
  await stations.revoke('s', 2, async () => {});
  goOn();
  await read;
  assert.equal(stations.get('s')?.revokedMs, 2);
});
