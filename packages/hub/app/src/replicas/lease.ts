import type { Database } from '../database/database.ts';

/** A holder that does not renew is replaced after this time. */
export const LEASE_S = 6;

/**
 * The right to a duty that one replica has at a time. All times are those of the database, so that clocks of replicas
 * do not matter. A frozen holder may act for a moment beside its successor: its actions must be safe even then.
 */
export class Lease {
  readonly #database: Database;
  readonly #name: string;
  readonly #holder: string;

  /** @param holder unique for each process */
  constructor(database: Database, name: string, holder: string) {
    this.#database = database;
    this.#name = name;
    this.#holder = holder;
  }

  /** Acquires or renews the lease. @returns whether this process has it now */
  async take(): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO lease (name, holder, until) VALUES ($1, $2, now() + make_interval(secs => $3))
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE lease.holder = excluded.holder OR lease.until < now()
       RETURNING name`,
      [this.#name, this.#holder, LEASE_S],
    );
    return rows.length > 0;
  }

  /** Releases it, so that another replica can acquire it at once. */
  async release(): Promise<void> {
    await this.#database.query('DELETE FROM lease WHERE name = $1 AND holder = $2', [this.#name, this.#holder]);
  }
}
