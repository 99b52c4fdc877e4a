import { randomBytes } from 'node:crypto';
import { GROUPS_MAX } from '@kitestring/hub-contract/fleet/groups.ts';
import { makeToken } from '@kitestring/hub-contract/tokens.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { nothingAt } from '../api/nothing-at.ts';
import type { Database, Queries } from '../database/database.ts';
import { inTurn } from '../database/in-turn.ts';
import { insertRows } from '../database/insert-rows.ts';
import { lockedCount, staysThere } from '../database/locked-rows.ts';

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

  /** Ordered by name. */
  list(): readonly GroupOfStations[] {
    return [...this.#byId.values()].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  }

  /** Refuses with GROUP_NAME_TAKEN, TOO_MANY_GROUPS. @returns the id */
  add(name: string, createdMs: number): Promise<Result<string>> {
    const id = `g${makeToken(randomBytes(12))}`;
    return this.#change(async (queries) => {
      const count = await lockedCount(queries, 'station_group');
      if (await isNameOfOther(queries, name, id)) return refuse('GROUP_NAME_TAKEN', { name });
      if (count >= GROUPS_MAX) return refuse('TOO_MANY_GROUPS', { most: GROUPS_MAX, entries: 'groups' });
      await insertRows(queries, 'station_group', ['id', 'name', 'created_ms'], [[id, name, createdMs]]);
      return ok(id);
    });
  }

  /** Refuses with NOT_FOUND, GROUP_NAME_TAKEN. */
  rename(id: string, name: string): Promise<Result<void>> {
    return this.#change(async (queries) => {
      await lockedCount(queries, 'station_group');
      if (await isNameOfOther(queries, name, id)) return refuse('GROUP_NAME_TAKEN', { name });
      const rows = await queries.query('UPDATE station_group SET name = $2 WHERE id = $1 RETURNING id', [id, name]);
      return rows.length > 0 ? accepted : nothingAt(`groups/${id}`);
    });
  }

  /** Refuses with NOT_FOUND, and with GROUP_IN_USE while a role or an API key applies for it. */
  remove(id: string): Promise<Result<void>> {
    return this.#change(async ({ query }) => {
      // Who adds a role or a key for it waits, and finds no group.
      const [group] = await query<{ name: string }>('SELECT name FROM station_group WHERE id = $1 FOR UPDATE', [id]);
      if (group === undefined) return nothingAt(`groups/${id}`);
      const [uses] = await query<{ count: number }>(
        `SELECT (SELECT count(*) FROM role_binding WHERE group_id = $1)
           + (SELECT count(*) FROM api_key WHERE group_id = $1) AS count`,
        [id],
      );
      const count = uses?.count ?? 0;
      if (count > 0) return refuse('GROUP_IN_USE', { count, name: group.name });
      await query('DELETE FROM station_group WHERE id = $1', [id]);
      return accepted;
    });
  }

  /** NOT_FOUND when there is no such group. */
  putIn(id: string, sid: string): Promise<Result<void>> {
    return this.#change(async (queries) => {
      if (!(await staysThere(queries, 'station_group', id))) return nothingAt(`groups/${id}`);
      const columns = ['group_id', 'sid'];
      await insertRows(queries, 'station_group_member', columns, [[id, sid]], 'ON CONFLICT DO NOTHING');
      return accepted;
    });
  }

  /** NOT_FOUND when there is no such group. */
  takeOut(id: string, sid: string): Promise<Result<void>> {
    return this.#change(async (queries) => {
      if (!(await staysThere(queries, 'station_group', id))) return nothingAt(`groups/${id}`);
      await queries.query('DELETE FROM station_group_member WHERE group_id = $1 AND sid = $2', [id, sid]);
      return accepted;
    });
  }

  async #change<T>(work: (queries: Queries) => Promise<Result<T>>): Promise<Result<T>> {
    const result = await this.#database.transaction(work);
    await this.reload();
    return result;
  }
}

async function isNameOfOther({ query }: Queries, name: string, id: string): Promise<boolean> {
  return (await query('SELECT id FROM station_group WHERE name = $1 AND id <> $2', [name, id])).length > 0;
}
