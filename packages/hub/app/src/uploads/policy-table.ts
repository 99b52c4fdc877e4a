import type { UploadPolicy } from '@kitestring/hub-contract/upload-policy.ts';
import type { Database, Queries } from '../database/database.ts';

export interface KeptPolicy {
  /** Null: for all stations. */
  readonly group_id: string | null;
  readonly policy: UploadPolicy;
  readonly changed_ms: number;
}

/** The policy for a station, and the policy that it has reported to follow. */
export interface FollowedPolicy {
  readonly sid: string;
  readonly rev: number;
  readonly policy: UploadPolicy;
  readonly followed_rev: number;
  readonly followed_ms: number | null;
}

/** Upload policies as set, and as followed by each station. */
export class PolicyTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(): Promise<readonly KeptPolicy[]> {
    return this.#database.query<KeptPolicy>('SELECT group_id, policy, changed_ms FROM upload_policy');
  }

  async set(queries: Queries, groupId: string | undefined, policy: UploadPolicy, nowMs: number): Promise<void> {
    await queries.query(
      `INSERT INTO upload_policy (group_id, policy, changed_ms) VALUES ($1, $2, $3)
       ON CONFLICT (group_id) DO UPDATE SET policy = $2, changed_ms = $3`,
      [groupId ?? null, JSON.stringify(policy), nowMs],
    );
  }

  /** @returns false if there is none */
  async remove(queries: Queries, groupId: string | undefined): Promise<boolean> {
    const sql = 'DELETE FROM upload_policy WHERE group_id IS NOT DISTINCT FROM $1 RETURNING changed_ms';
    return (await queries.query(sql, [groupId ?? null])).length > 0;
  }

  followed(): Promise<readonly FollowedPolicy[]> {
    return this.#database.query<FollowedPolicy>(
      'SELECT sid, rev, policy, followed_rev, followed_ms FROM station_policy',
    );
  }

  /** Assigns this policy to the station. Its number increases, whatever the station has seen before. */
  async order(sid: string, policy: UploadPolicy, leastRev: number): Promise<FollowedPolicy> {
    const [row] = await this.#database.query<FollowedPolicy>(
      `INSERT INTO station_policy (sid, rev, policy) VALUES ($1, $3, $2)
       ON CONFLICT (sid) DO UPDATE SET policy = $2, rev = greatest(station_policy.rev + 1, $3)
       RETURNING sid, rev, policy, followed_rev, followed_ms`,
      [sid, JSON.stringify(policy), leastRev],
    );
    if (row === undefined) throw new Error(`the policy of ${sid} is gone`);
    return row;
  }

  async noteFollowed(sid: string, rev: number, nowMs: number): Promise<void> {
    await this.#database.query(
      `UPDATE station_policy SET followed_rev = $2, followed_ms = CASE WHEN followed_rev = $2 THEN followed_ms ELSE $3 END
       WHERE sid = $1`,
      [sid, rev, nowMs],
    );
  }
}
