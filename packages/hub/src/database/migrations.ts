import { HubFault } from '../hub-fault.ts';
import type { Database } from './database.ts';

/**
 * Statements from an empty database to the present schema; the version is the number of entries. A released entry is
 * never changed: new ones are appended. Times are Unix milliseconds.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE station (
      sid text PRIMARY KEY,
      name text NOT NULL,
      key text NOT NULL,
      created_ms bigint NOT NULL,
      revoked_ms bigint,
      inventory jsonb NOT NULL,
      beat jsonb,
      seen_ms bigint
    )`,
    // Segments stay signed by the key of their time, so old keys are kept.
    `CREATE TABLE station_key (
      key text PRIMARY KEY,
      sid text NOT NULL REFERENCES station,
      since_ms bigint NOT NULL
    )`,
    'CREATE INDEX station_key_of ON station_key (sid)',
    `CREATE TABLE enrolment (
      id text PRIMARY KEY,
      code_hash bytea NOT NULL UNIQUE,
      note text NOT NULL,
      created_ms bigint NOT NULL,
      created_by text NOT NULL,
      expires_ms bigint NOT NULL,
      used_ms bigint,
      sid text REFERENCES station
    )`,
    `CREATE TABLE api_key (
      id text PRIMARY KEY,
      name text NOT NULL,
      role text NOT NULL,
      hash bytea NOT NULL UNIQUE,
      created_ms bigint NOT NULL
    )`,
    `CREATE TABLE audit (
      n bigint PRIMARY KEY,
      time_ms bigint NOT NULL,
      who text NOT NULL,
      what text NOT NULL,
      station text,
      outcome text NOT NULL,
      address text,
      previous text NOT NULL,
      hash text NOT NULL
    )`,
    `CREATE TABLE cursor (
      sid text NOT NULL REFERENCES station,
      epoch text NOT NULL,
      begun_ms bigint NOT NULL,
      have bigint NOT NULL,
      hash text,
      generation integer NOT NULL,
      PRIMARY KEY (sid, epoch)
    )`,
    `CREATE TABLE segment (
      sid text NOT NULL,
      epoch text NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      t0 bigint NOT NULL,
      t1 bigint NOT NULL,
      has_event boolean NOT NULL,
      previous text NOT NULL,
      body_hash text NOT NULL,
      hash text NOT NULL,
      signature text NOT NULL,
      -- zstd, as the station sent it; null for a gap that the station has declared.
      body bytea,
      archived_ms bigint NOT NULL,
      PRIMARY KEY (sid, epoch, first),
      FOREIGN KEY (sid, epoch) REFERENCES cursor
    )`,
    'CREATE INDEX segment_by_time ON segment (sid, t1)',
    `CREATE TABLE event (
      n bigint PRIMARY KEY,
      sid text NOT NULL,
      epoch text NOT NULL,
      seq bigint NOT NULL,
      time_ms bigint NOT NULL,
      wall_ms bigint NOT NULL,
      kind text NOT NULL,
      data jsonb NOT NULL,
      UNIQUE (sid, epoch, seq)
    )`,
    'CREATE INDEX event_by_station ON event (sid, n)',
    // Records that no journal has any more: told by the station in its hello.
    `CREATE TABLE lost (
      sid text NOT NULL,
      epoch text NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      noted_ms bigint NOT NULL,
      PRIMARY KEY (sid, epoch, first)
    )`,
    // Segments that were refused: chain, signature or form. Kept for an investigation.
    `CREATE TABLE quarantine (
      sid text NOT NULL,
      digest text NOT NULL,
      reason text NOT NULL,
      bytes bytea NOT NULL,
      noted_ms bigint NOT NULL,
      PRIMARY KEY (sid, digest)
    )`,
    'CREATE TABLE counter (name text PRIMARY KEY, value bigint NOT NULL)',
  ],
  [
    `CREATE TABLE command (
      id text PRIMARY KEY,
      sid text NOT NULL REFERENCES station,
      op text NOT NULL,
      key_id text NOT NULL,
      who text NOT NULL,
      fingerprint text NOT NULL,
      asked_ms bigint NOT NULL,
      late_ms bigint NOT NULL,
      state text NOT NULL,
      reply jsonb
    )`,
    "CREATE INDEX command_open ON command (sid) WHERE state = 'open'",
  ],
];

/** Brings the schema up to date. @throws HubFault when a newer version has written it */
export async function migrate(database: Database): Promise<void> {
  await database.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  await database.transaction(async ({ query }) => {
    await query('LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE');
    const [row] = await query<{ version: number }>('SELECT version FROM schema_version');
    const version = row?.version ?? 0;
    if (version > MIGRATIONS.length) {
      throw new HubFault(
        'DATABASE_UNUSABLE',
        `${database.text} was written by a newer version: start that version, or use another`,
      );
    }
    for (const statements of MIGRATIONS.slice(version)) for (const sql of statements) await query(sql);
    if (row === undefined) await query('INSERT INTO schema_version VALUES ($1)', [MIGRATIONS.length]);
    else if (version < MIGRATIONS.length) await query('UPDATE schema_version SET version = $1', [MIGRATIONS.length]);
  });
}
