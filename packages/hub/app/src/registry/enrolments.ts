import { hash, randomBytes, randomUUID } from 'node:crypto';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { TOKEN_ALPHABET } from '@kitestring/hub-contract/tokens.ts';
import type { Database, Queries } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';

/** Characters of a code: 26 of 5 bits hold 128 random bits. */
const CODE_LENGTH = 26;

/** An invitation for one station. */
export interface Enrolment {
  readonly id: string;
  readonly note: string;
  readonly created_ms: number;
  readonly created_by: string;
  readonly expires_ms: number;
  readonly used_ms: number | null;
  /** Station that has used it. */
  readonly sid: string | null;
}

interface MadeEnrolment {
  readonly enrolment: Enrolment;
  readonly code: string;
}

const COLUMNS = 'id, note, created_ms, created_by, expires_ms, used_ms, sid';

const sha256 = (code: string): Buffer => hash('sha256', code, 'buffer');

/** One-time codes with which stations enrol: 128 bits, valid for ten minutes. Only their hashes are stored. */
export class Enrolments {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates one for each note, in their order. */
  async add(notes: readonly string[], createdBy: string, nowMs: number): Promise<readonly MadeEnrolment[]> {
    const expiresMs = nowMs + LIMITS.enrolmentCodeS * 1000;
    const made = notes.map((note) => ({
      code: newCode(),
      enrolment: {
        id: randomUUID(),
        note,
        created_ms: nowMs,
        created_by: createdBy,
        expires_ms: expiresMs,
        used_ms: null,
        sid: null,
      },
    }));
    await insertRows(
      this.#database,
      'enrolment',
      ['id', 'code_hash', 'note', 'created_ms', 'created_by', 'expires_ms'],
      made.map(({ code, enrolment: { id, note } }) => [id, sha256(code), note, nowMs, createdBy, expiresMs]),
    );
    return made;
  }

  /** Newest first. */
  list(limit: number): Promise<readonly Enrolment[]> {
    return this.#database.query<Enrolment>(`SELECT ${COLUMNS} FROM enrolment ORDER BY created_ms DESC, id LIMIT $1`, [
      limit,
    ]);
  }

  /** @returns false when there is no open one with this id */
  async withdraw(id: string): Promise<boolean> {
    const rows = await this.#database.query('DELETE FROM enrolment WHERE id = $1 AND used_ms IS NULL RETURNING id', [
      id,
    ]);
    return rows.length > 0;
  }

  /** Uses codes up. @returns ids by code, without unknown, used or expired ones */
  async use({ query }: Queries, codes: readonly string[], nowMs: number): Promise<Map<string, string>> {
    const byHash = new Map(codes.map((code) => [sha256(code).toString('hex'), code]));
    const rows = await query<{ id: string; hash: string }>(
      `UPDATE enrolment SET used_ms = $2 WHERE code_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)
       AND used_ms IS NULL AND expires_ms > $2 RETURNING id, encode(code_hash, 'hex') AS hash`,
      [[...byHash.keys()], nowMs],
    );
    return new Map(rows.map(({ hash, id }) => [byHash.get(hash) ?? '', id]));
  }

  /** @param uses id of each, with the station that has used it */
  async usedBy({ query }: Queries, uses: readonly (readonly [id: string, sid: string])[]): Promise<void> {
    await query(
      `UPDATE enrolment SET sid = used.sid FROM unnest($1::text[], $2::text[]) AS used (id, sid) WHERE enrolment.id = used.id`,
      [uses.map(([id]) => id), uses.map(([, sid]) => sid)],
    );
  }

  /** Station that has used this code, until the expiry of the code. */
  async user(code: string, nowMs: number): Promise<string | undefined> {
    const [row] = await this.#database.query<{ sid: string }>(
      'SELECT sid FROM enrolment WHERE code_hash = $1 AND expires_ms > $2 AND sid IS NOT NULL',
      [sha256(code), nowMs],
    );
    return row?.sid;
  }
}

/** 130 random bits: every character has 5. */
const newCode = (): string => Array.from(randomBytes(CODE_LENGTH), (byte) => TOKEN_ALPHABET[byte & 31]).join('');
