import { randomUUID } from 'node:crypto';
import { BINDINGS_MAX, type NewRoleBinding } from '@kitestring/hub-contract/fleet/groups.ts';
import type { FleetRole } from '@kitestring/hub-contract/fleet/role.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { nothingAt } from '../api/nothing-at.ts';
import type { Database } from '../database/database.ts';
import { inTurn } from '../database/in-turn.ts';
import { insertRows } from '../database/insert-rows.ts';
import { lockedCount, staysThere } from '../database/locked-rows.ts';

/** A role for all persons with a claim, or for an API key. */
export interface BoundRole {
  readonly id: string;
  readonly claim: string | undefined;
  readonly keyId: string | undefined;
  readonly role: FleetRole;
  /** Undefined: all stations. */
  readonly groupId: string | undefined;
  readonly createdMs: number;
}

interface BindingRow {
  readonly id: string;
  readonly claim: string | null;
  readonly key_id: string | null;
  readonly role: FleetRole;
  readonly group_id: string | null;
  readonly created_ms: number;
}

const COLUMNS = ['id', 'claim', 'key_id', 'role', 'group_id', 'created_ms'];

/** All bindings of roles, in the database and in memory. */
export class RoleBindings {
  readonly #database: Database;
  #list: readonly BoundRole[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the bindings again after a change by this or another replica. */
  readonly reload = inTurn(async () => {
    const rows = await this.#database.query<BindingRow>(
      `SELECT ${COLUMNS.join()} FROM role_binding ORDER BY created_ms, id`,
    );
    this.#list = rows.map((row) => ({
      id: row.id,
      role: row.role,
      createdMs: row.created_ms,
      claim: row.claim ?? undefined,
      keyId: row.key_id ?? undefined,
      groupId: row.group_id ?? undefined,
    }));
  });

  /** In order of creation. */
  list(): readonly BoundRole[] {
    return this.#list;
  }

  /** Refuses with NOT_FOUND for the key or the group, and with TOO_MANY_GROUPS. */
  async add({ claim, group, key, role }: NewRoleBinding, createdMs: number): Promise<Result<BoundRole>> {
    const id = randomUUID();
    const added = await this.#database.transaction(async (queries) => {
      if (!(await staysThere(queries, 'station_group', group))) return nothingAt(`groups/${group}`);
      if (!(await staysThere(queries, 'api_key', key))) return nothingAt(`keys/${key}`);
      const count = await lockedCount(queries, 'role_binding');
      if (count >= BINDINGS_MAX) return refuse('TOO_MANY_GROUPS', { most: BINDINGS_MAX, entries: 'bindings of roles' });
      const values = [id, claim ?? null, key ?? null, role, group ?? null, createdMs];
      await insertRows(queries, 'role_binding', COLUMNS, [values]);
      return ok({ id, claim, keyId: key, role, groupId: group, createdMs });
    });
    await this.reload();
    return added;
  }

  /** @returns false when there is no such binding */
  async remove(id: string): Promise<boolean> {
    const rows = await this.#database.query('DELETE FROM role_binding WHERE id = $1 RETURNING id', [id]);
    await this.reload();
    return rows.length > 0;
  }
}
