import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Cancel } from '@kitestring/base/clock.ts';
import { FLEET_KEYS_MAX } from '@kitestring/hub-contract/fleet/administration.ts';
import type { FleetRole } from '@kitestring/hub-contract/fleet/role.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { nothingAt } from '../api/nothing-at.ts';
import type { Database, Queries } from '../database/database.ts';
import { inTurn } from '../database/in-turn.ts';
import { insertRows } from '../database/insert-rows.ts';
import { lockedCount, staysThere } from '../database/locked-rows.ts';

/** A key with which a program calls the hub's API. */
export interface HubApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: FleetRole;
  /** Stations for which the role applies; undefined: all. */
  readonly groupId: string | undefined;
  readonly createdMs: number;
}

interface MadeKey {
  readonly key: HubApiKey;
  /** Shown once: only its hash is stored. */
  readonly secret: string;
}

const PREFIX = 'kitehub_';

/** Whether a text has the form of an API key of a hub. */
export const isApiKey = (text: string): boolean => text.startsWith(PREFIX);

/** 256 random bits need no slow hash. */
const sha256 = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The API keys of the hub, in the database and, by their hash, in memory. */
export class ApiKeys {
  readonly #database: Database;
  readonly #byHash = new Map<string, HubApiKey>();
  readonly #listeners = new Set<() => void>();
  readonly #removedListeners = new Set<(id: string) => Promise<void>>();
  /** Number of keys that this process has created or removed. */
  #changes = 0;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<ApiKeys> {
    const keys = new ApiKeys(database);
    await keys.load();
    return keys;
  }

  /** Called when this process has created or removed a key, to inform the other replicas. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Called with the id of a key that another replica has removed. */
  onRemovedElsewhere(listener: (id: string) => Promise<void>): Cancel {
    this.#removedListeners.add(listener);
    return () => this.#removedListeners.delete(listener);
  }

  /** Follows the changes of other replicas. Resolves when everything of removed keys has ended. */
  async follow(): Promise<void> {
    const removed = await this.load();
    await Promise.all(removed.flatMap((id) => [...this.#removedListeners].map((listener) => listener(id))));
  }

  /** Reads all from the database again. @returns the ids of removed keys */
  readonly load = inTurn(() => this.#load());

  async #load(): Promise<readonly string[]> {
    const changes = this.#changes;
    const rows = await this.#database.query<{
      id: string;
      name: string;
      role: FleetRole;
      group_id: string | null;
      hash: Uint8Array;
      created_ms: number;
    }>('SELECT id, name, role, group_id, hash, created_ms FROM api_key');
    // The rows may be outdated: a key removed meanwhile would become valid again.
    if (changes !== this.#changes) return this.#load();
    const before = this.list();
    this.#byHash.clear();
    for (const { created_ms: createdMs, group_id: groupId, hash, ...key } of rows) {
      this.#byHash.set(Buffer.from(hash).toString('hex'), { ...key, groupId: groupId ?? undefined, createdMs });
    }
    return before.flatMap(({ id }) => (this.get(id) === undefined ? [id] : []));
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  find(secret: string): HubApiKey | undefined {
    return this.#byHash.get(sha256(secret).toString('hex'));
  }

  get(id: string): HubApiKey | undefined {
    return this.#byHash.values().find((key) => key.id === id);
  }

  list(): readonly HubApiKey[] {
    return [...this.#byHash.values()].sort((a, b) => a.createdMs - b.createdMs);
  }

  /** Refuses with NOT_FOUND for the group, and with TOO_MANY_PLUGINS. */
  async add(key: Omit<HubApiKey, 'id'>): Promise<Result<MadeKey>> {
    const made = newKey(key);
    const added = await this.#database.transaction(async (queries) => {
      if (!(await staysThere(queries, 'station_group', key.groupId))) return nothingAt(`groups/${key.groupId}`);
      const count = await lockedCount(queries, 'api_key');
      if (count >= FLEET_KEYS_MAX) return refuse('TOO_MANY_PLUGINS', { most: FLEET_KEYS_MAX, count });
      await insertKey(queries, made);
      return ok(made);
    });
    if (added.ok) this.#added(made);
    return added;
  }

  /** The key of the first administrator, if there are no keys; of several replicas that start together one creates it. */
  async addFirst(createdMs: number): Promise<MadeKey | undefined> {
    if (!this.isEmpty) return undefined;
    const made = newKey({ name: 'first', role: 'admin', groupId: undefined, createdMs });
    const isFirst = await this.#database.transaction(async (queries) => {
      await queries.query('LOCK TABLE api_key IN EXCLUSIVE MODE');
      const rows = await queries.query('SELECT id FROM api_key LIMIT 1');
      if (rows.length === 0) await insertKey(queries, made);
      return rows.length === 0;
    });
    if (isFirst) this.#added(made);
    else await this.load();
    return isFirst ? made : undefined;
  }

  /** @returns `last`: no administrator would have a key */
  async remove(id: string): Promise<'removed' | 'absent' | 'last'> {
    const removed = await this.#database.transaction(async ({ query }) => {
      // Two administrators may remove each other's key at the same moment.
      await query('LOCK TABLE api_key IN EXCLUSIVE MODE');
      const admins = await query<{ id: string }>("SELECT id FROM api_key WHERE role = 'admin'");
      if (admins.length === 1 && admins[0]?.id === id) return 'last';
      const rows = await query('DELETE FROM api_key WHERE id = $1 RETURNING id', [id]);
      return rows.length > 0 ? 'removed' : 'absent';
    });
    if (removed !== 'removed') return removed;
    for (const [hash, key] of this.#byHash) if (key.id === id) this.#byHash.delete(hash);
    this.#tell();
    return removed;
  }

  #added({ key, secret }: MadeKey): void {
    this.#byHash.set(sha256(secret).toString('hex'), key);
    this.#tell();
  }

  #tell(): void {
    this.#changes += 1;
    for (const listener of this.#listeners) listener();
  }
}

const newKey = (key: Omit<HubApiKey, 'id'>): MadeKey => ({
  key: { id: randomUUID(), ...key },
  secret: `${PREFIX}${randomBytes(32).toString('base64url')}`,
});

const insertKey = (queries: Queries, { key, secret }: MadeKey): Promise<void> =>
  insertRows(
    queries,
    'api_key',
    ['id', 'name', 'role', 'group_id', 'hash', 'created_ms'],
    [[key.id, key.name, key.role, key.groupId ?? null, sha256(secret), key.createdMs]],
  );
