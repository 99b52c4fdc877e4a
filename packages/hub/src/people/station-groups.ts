import { randomBytes } from 'node:crypto';
import { tokenOf } from '@kitestring/hubcontract/tokens.ts';
import type { Database } from '../database/database.ts';
import { inTurn } from '../database/in-turn.ts';
import { insertRows } from '../database/insert-rows.ts';

/** Stations that can share a role. */
export interface GroupOfStations {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly sids: ReadonlySet<string>;
}

/** All groups, in the database and in memory. */
export class StationGroups {
  readonly #database: Database;
  #byId: ReadonlyMap<string, GroupOfStations> = new Map();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the groups again after a change by this or another replica. */
  readonly reload = inTurn(async () => {
    const { query } = this.#database;
    const members = await query<{ group_id: string; sid: string }>('SELECT group_id, sid FROM station_group_member');
    const sids = Map.groupBy(members, ({ group_id }) => group_id);
    const rows = await query<{ id: string; name: string; created_ms: number }>(
      'SELECT id, name, created_ms FROM station_group',
    );
    this.#byId = new Map(
      rows.map(({ created_ms: createdMs, id, name }) => [
        id,
        { id, name, createdMs, sids: new Set(sids.get(id)?.map(({ sid }) => sid)) },
      ]),
    );
  });

  get(id: string): GroupOfStations | undefined {
    return this.#byId.get(id);
  }

  named(name: string): GroupOfStations | undefined {
    return [...this.#byId.values()].find((group) => group.name === name);
  }

  /** Ordered by name. */
  list(): readonly GroupOfStations[] {
    return [...this.#byId.values()].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  }

  async add(name: string, createdMs: number): Promise<string> {
    const id = `g${tokenOf(randomBytes(12))}`;
    await insertRows(this.#database, 'station_group', ['id', 'name', 'created_ms'], [[id, name, createdMs]]);
    await this.reload();
    return id;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#change('UPDATE station_group SET name = $2 WHERE id = $1', [id, name]);
  }

  async remove(id: string): Promise<void> {
    await this.#change('DELETE FROM station_group WHERE id = $1', [id]);
  }

  async putIn(id: string, sid: string): Promise<void> {
    await this.#change('INSERT INTO station_group_member (group_id, sid) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      ...[id, sid],
    ]);
  }

  async takeOut(id: string, sid: string): Promise<void> {
    await this.#change('DELETE FROM station_group_member WHERE group_id = $1 AND sid = $2', [id, sid]);
  }

  async #change(sql: string, values: readonly string[]): Promise<void> {
    await this.#database.query(sql, values);
    await this.reload();
  }
}
