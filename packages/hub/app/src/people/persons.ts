import { randomBytes } from 'node:crypto';
import { makeToken } from '@kitestring/hub-contract/tokens.ts';
import type { Database } from '../database/database.ts';

/** A person who has signed in by the provider. Times: Unix milliseconds. */
export interface KnownPerson {
  /** Identifies the person everywhere else: in the audit log, in commands, at stations. */
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly first_ms: number;
  readonly seen_ms: number;
}

/** Names of persons by id, without erased ones. */
export type Names = ReadonlyMap<string, string>;

const COLUMNS = 'id, issuer, subject, name, first_ms, seen_ms';
export const PERSON_ID = /^p[a-z2-7]{12}$/;

/**
 * The only place with names and provider data of persons. Audit log and commands have ids: removing a person here
 * leaves them complete, but anonymous.
 */
export class Persons {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records a person with the current name. @returns the id */
  async seen(person: Pick<KnownPerson, 'issuer' | 'subject' | 'name'>, nowMs: number): Promise<string> {
    const id = `p${makeToken(randomBytes(12))}`;
    const [row] = await this.#database.query<{ id: string }>(
      `INSERT INTO person (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $5)
       ON CONFLICT (issuer, subject) DO UPDATE SET name = $4, seen_ms = $5 RETURNING id`,
      [id, person.issuer, person.subject, person.name, nowMs],
    );
    return row?.id ?? id;
  }

  async get(id: string): Promise<KnownPerson | undefined> {
    const [row] = await this.#database.query<KnownPerson>(`SELECT ${COLUMNS} FROM person WHERE id = $1`, [id]);
    return row;
  }

  /** Ordered by name. */
  list(limit: number): Promise<readonly KnownPerson[]> {
    return this.#database.query<KnownPerson>(`SELECT ${COLUMNS} FROM person ORDER BY name, id LIMIT $1`, [limit]);
  }

  async names(ids: readonly string[]): Promise<Names> {
    const persons = [...new Set(ids.filter((id) => PERSON_ID.test(id)))];
    if (persons.length === 0) return new Map();
    const rows = await this.#database.query<{ id: string; name: string }>(
      'SELECT id, name FROM person WHERE id = ANY ($1)',
      [persons],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /**
   * Includes all sign-ins, also one that is being opened. @returns their keys; undefined when there is no such person
   */
  erase(id: string): Promise<readonly string[] | undefined> {
    return this.#database.transaction(async ({ query }) => {
      // A sign-in that is being opened waits for this lock, and then finds no person.
      const found = await query('SELECT id FROM person WHERE id = $1 FOR UPDATE', [id]);
      if (found.length === 0) return;
      const ended = await query<{ key: string }>('DELETE FROM sign_in WHERE person_id = $1 RETURNING key', [id]);
      await query('DELETE FROM person WHERE id = $1', [id]);
      return ended.map(({ key }) => key);
    });
  }
}
