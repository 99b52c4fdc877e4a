import { SESSION_IDLE_S, SESSION_MAX_S, SIGN_IN_FLOW_S } from '@kitestring/hub-contract/fleet/session.ts';
import type { Database, Queries, SqlValue } from '../database/database.ts';
import { staysThere } from '../database/locked-rows.ts';
import { storableJson } from '../database/storable.ts';
import type { OidcIdentity } from './oidc-provider.ts';

/** A person signed in by the provider. */
export interface SignedInPerson extends Omit<OidcIdentity, 'refreshToken'> {
  readonly id: string;
  /** Refresh token, encrypted with the cookie. */
  readonly sealed?: string;
  /** When the provider was last asked about the person. */
  readonly askedMs: number;
}

/** Origin of a sign-in: exactly one of these. */
export interface SignInBy {
  /** API key. */
  readonly keyId?: string;
  /** By a link for administrators. */
  readonly isLink?: true;
  readonly person?: SignedInPerson;
}

/** A sign-in as stored for all replicas of the hub. Times: Unix milliseconds. */
export interface HubSessionRecord extends SignInBy {
  /** Id without any rights, for connections and quotas. */
  readonly id: string;
  readonly openedMs: number;
  /** Last use, recorded once a minute. */
  readonly usedMs: number;
}

export interface StoredSession {
  readonly record: HubSessionRecord;
  /** Incremented with each change. */
  readonly revision: number;
}

/** Sign-ins that a provider ends: those of a person, of a session at the provider, or of both together. */
export interface SignOut {
  readonly issuer: string;
  readonly subject?: string;
  readonly oidcSid?: string;
}

/** Limit per key, per person, or for links: a further sign-in ends the one that was unused for longest, of the same owner. */
export const SIGN_INS_EACH_MAX = 500;
/** Class of advisory locks that nothing else in this database uses. */
const SIGN_IN_LOCK = 145;

interface Row {
  readonly key: string;
  readonly id: string;
  readonly key_id: string | null;
  readonly person: SignedInPerson | null;
  readonly revision: number;
  readonly opened_ms: number;
  readonly used_ms: number;
}

const COLUMNS = 'key, id, key_id, person, revision, opened_ms, used_ms';
/** Parameters 1 to 3: issuer, subject, session at the provider. */
const OF_SIGN_OUT =
  "person->>'issuer' = $1 AND ($2::text IS NULL OR person->>'subject' = $2) AND ($3::text IS NULL OR person->>'oidcSid' = $3)";

/** Sign-ins in the database of the hub, by the hash of their cookie: any replica serves any of them. */
export class HubSessionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Existing records. */
  async get(keys: readonly string[]): Promise<ReadonlyMap<string, StoredSession>> {
    const rows = await this.#database.query<Row>(`SELECT ${COLUMNS} FROM sign_in WHERE key = ANY ($1)`, [keys]);
    return new Map(rows.map((row) => [row.key, storedSession(row)]));
  }

  /** Number of the last sign-out by the provider; later affirmations are newer than it. */
  async lastSignOut(): Promise<number> {
    const [row] = await this.#database.query<{ n: number }>('SELECT coalesce(max(n), 0) AS n FROM sign_out');
    return row?.n ?? 0;
  }

  /**
   * @param affirmedAfter number of the last sign-out when the provider was asked about the person
   * @returns keys of sign-ins that it has ended; undefined when its API key or person was removed, or the provider has
   * signed the person out
   */
  add(key: string, record: HubSessionRecord, affirmedAfter: number): Promise<readonly string[] | undefined> {
    const { id, keyId, openedMs, person, usedMs } = record;
    return this.#database.transaction(async (queries) => {
      if (!(await staysThere(queries, 'api_key', keyId)) || !(await staysThere(queries, 'person', person?.id))) return;
      if (person !== undefined && (await isSignedOut(queries, person, affirmedAfter))) return;
      const who = keyId ?? person?.id ?? '';
      // Those of one key or person are opened one after the other: each ends what is over the limit.
      await queries.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [SIGN_IN_LOCK, who]);
      const ended = await queries.query<{ key: string }>(
        `DELETE FROM sign_in WHERE key IN (SELECT key FROM sign_in WHERE coalesce(key_id, person_id, '') = $1
           ORDER BY used_ms DESC OFFSET $2) RETURNING key`,
        [who, SIGN_INS_EACH_MAX - 1],
      );
      await queries.query(
        `INSERT INTO sign_in (key, id, key_id, person_id, person, opened_ms, used_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [key, id, keyId ?? null, person?.id ?? null, json(person), openedMs, usedMs],
      );
      return ended.map((row) => row.key);
    });
  }

  /**
   * Never restores a removed record. @returns undefined when another replica was faster, or the database is unavailable
   */
  async replace(
    key: string,
    { revision }: StoredSession,
    record: HubSessionRecord,
  ): Promise<StoredSession | undefined> {
    try {
      const rows = await this.#database.query(
        `UPDATE sign_in SET person = $3, used_ms = $4, revision = revision + 1 WHERE key = $1 AND revision = $2 RETURNING key`,
        [key, revision, json(record.person), record.usedMs],
      );
      return rows.length === 0 ? undefined : { record, revision: revision + 1 };
    } catch {
      return undefined;
    }
  }

  /** @returns keys of the removed records */
  remove(by: 'key' | 'id', value: string): Promise<readonly string[]> {
    return this.#remove(`${by} = $1`, [value]);
  }

  /** Ends what the provider has signed out, including sign-ins affirmed earlier that are being opened now. */
  signOut({ issuer, oidcSid, subject }: SignOut, nowMs: number): Promise<readonly string[]> {
    const values = [issuer, subject ?? null, oidcSid ?? null];
    return this.#database.transaction(async ({ query }) => {
      await query('LOCK TABLE sign_out IN EXCLUSIVE MODE');
      await query('DELETE FROM sign_out WHERE at_ms < $1', [nowMs - SIGN_IN_FLOW_S * 1000]);
      await query('INSERT INTO sign_out (issuer, subject, oidc_sid, at_ms) VALUES ($1, $2, $3, $4)', [
        ...values,
        nowMs,
      ]);
      return keysOf(await query<{ key: string }>(`DELETE FROM sign_in WHERE ${OF_SIGN_OUT} RETURNING key`, values));
    });
  }

  /** Removes expired sign-ins. */
  removeOver(nowMs: number): Promise<readonly string[]> {
    return this.#remove('used_ms <= $1 OR opened_ms <= $2', [
      ...[nowMs - SESSION_IDLE_S * 1000, nowMs - SESSION_MAX_S * 1000],
    ]);
  }

  /** Most recently used first. */
  async list(limit: number): Promise<readonly HubSessionRecord[]> {
    const rows = await this.#database.query<Row>(`SELECT ${COLUMNS} FROM sign_in ORDER BY used_ms DESC, id LIMIT $1`, [
      limit,
    ]);
    return rows.map((row) => storedSession(row).record);
  }

  async #remove(where: string, values: readonly SqlValue[]): Promise<readonly string[]> {
    return keysOf(
      await this.#database.query<{ key: string }>(`DELETE FROM sign_in WHERE ${where} RETURNING key`, values),
    );
  }
}

const keysOf = (rows: readonly { readonly key: string }[]): readonly string[] => rows.map(({ key }) => key);

const json = (person: SignedInPerson | undefined): string | null =>
  person === undefined ? null : storableJson(person);

const storedSession = ({ id, key_id, opened_ms: openedMs, person, revision, used_ms: usedMs }: Row): StoredSession => ({
  revision,
  record: {
    id,
    openedMs,
    usedMs,
    ...(key_id !== null && { keyId: key_id }),
    ...(person !== null && { person }),
    ...(key_id === null && person === null && { isLink: true as const }),
  },
});

/** No other sign-out happens until the end of the transaction. */
async function isSignedOut(
  { query }: Queries,
  { issuer, oidcSid, subject }: SignedInPerson,
  affirmedAfter: number,
): Promise<boolean> {
  await query('LOCK TABLE sign_out IN SHARE MODE');
  const rows = await query(
    `SELECT n FROM sign_out WHERE n > $1 AND issuer = $2 AND (subject IS NULL OR subject = $3)
       AND (oidc_sid IS NULL OR oidc_sid = $4) LIMIT 1`,
    [affirmedAfter, issuer, subject, oidcSid ?? null],
  );
  return rows.length > 0;
}
