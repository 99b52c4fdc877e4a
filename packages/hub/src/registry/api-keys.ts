import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { FleetRole } from '@kitestring/hubcontract/fleet/role.ts';
import type { Database } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';

/** A key with which a program calls the hub's API. */
export interface HubApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: FleetRole;
  readonly createdMs: number;
}

interface MadeKey {
  readonly key: HubApiKey;
  /** Shown once: only its hash is kept. */
  readonly secret: string;
}

/** 256 random bits need no slow hash. */
const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The API keys of the hub, in the database and, by their hash, in memory. */
export class ApiKeys {
  readonly #database: Database;
  readonly #byHash = new Map<string, HubApiKey>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<ApiKeys> {
    const keys = new ApiKeys(database);
    const rows = await database.query<{
      id: string;
      name: string;
      role: FleetRole;
      hash: Uint8Array;
      created_ms: number;
    }>('SELECT id, name, role, hash, created_ms FROM api_key');
    for (const { created_ms: createdMs, hash, ...key } of rows) {
      keys.#byHash.set(Buffer.from(hash).toString('hex'), { ...key, createdMs });
    }
    return keys;
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  find(secret: string): HubApiKey | undefined {
    return this.#byHash.get(hashOf(secret).toString('hex'));
  }

  get(id: string): HubApiKey | undefined {
    return this.list().find((key) => key.id === id);
  }

  list(): readonly HubApiKey[] {
    return [...this.#byHash.values()].sort((a, b) => a.createdMs - b.createdMs);
  }

  async add(name: string, role: FleetRole, createdMs: number): Promise<MadeKey> {
    const secret = `kitehub_${randomBytes(32).toString('base64url')}`;
    const key: HubApiKey = { id: randomUUID(), name, role, createdMs };
    await insertRows(
      this.#database,
      'api_key',
      ['id', 'name', 'role', 'hash', 'created_ms'],
      [[key.id, name, role, hashOf(secret), createdMs]],
    );
    this.#byHash.set(hashOf(secret).toString('hex'), key);
    return { key, secret };
  }

  /** @returns false when there is no such key */
  async remove(id: string): Promise<boolean> {
    const found = [...this.#byHash].find(([, key]) => key.id === id);
    if (found === undefined) return false;
    await this.#database.query('DELETE FROM api_key WHERE id = $1', [id]);
    this.#byHash.delete(found[0]);
    return true;
  }
}
