import type { DatabaseConnection } from './database-connection.ts';

/** Marks the file as ours, in the header of SQLite: "KITE". */
export const APPLICATION_ID = 0x4b495445;

/**
 * Migrations from an empty database to the present schema; the schema version is the number of migrations. A released
 * migration is never changed: new ones are appended.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
  -- One salt for all API keys: keys are found by their hash, so that every request costs one hash whatever the key.
  INSERT INTO meta VALUES ('key_salt', randomblob(16));

  CREATE TABLE plugins (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    key_hash TEXT NOT NULL,
    previous_key_hash TEXT,
    previous_key_valid_until_us INTEGER,
    created_at_us INTEGER NOT NULL,
    CHECK ((previous_key_hash IS NULL) = (previous_key_valid_until_us IS NULL))
  ) STRICT;

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    plugin_id TEXT NOT NULL REFERENCES plugins (id) ON DELETE CASCADE,
    name TEXT,
    scopes TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    token_hint TEXT NOT NULL,
    created_at_us INTEGER NOT NULL,
    valid_until_us INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_plugin ON sessions (plugin_id);

  CREATE TABLE notifications (
    code INTEGER NOT NULL,
    begin_us INTEGER NOT NULL,
    end_us INTEGER,
    parameters TEXT NOT NULL,
    PRIMARY KEY (code, begin_us)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX notifications_by_end ON notifications (end_us, begin_us, code);

  CREATE TABLE counters (name TEXT PRIMARY KEY, value REAL NOT NULL) STRICT;
  `,
  'ALTER TABLE plugins ADD COLUMN last_used_at_us INTEGER',
  `
  -- AUTOINCREMENT: a number is never used again, so that a gap shows that something was taken out.
  CREATE TABLE audit (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    time_us INTEGER NOT NULL,
    station_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    operation TEXT NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER,
    code TEXT,
    address TEXT,
    plugin_id TEXT,
    plugin_name TEXT,
    session_id TEXT,
    target TEXT,
    input TEXT,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_kind ON audit (kind);
  CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  -- Retention takes the oldest of a kind; nothing is taken out from between others.
  CREATE TRIGGER audit_goes_oldest_first BEFORE DELETE ON audit
    WHEN EXISTS (SELECT 1 FROM audit WHERE kind = OLD.kind AND sequence < OLD.sequence)
    BEGIN SELECT RAISE(ABORT, 'the audit log loses its oldest entries only'); END;
  `,
  `
  CREATE TABLE watch_links (
    id TEXT PRIMARY KEY,
    plugin_id TEXT NOT NULL REFERENCES plugins (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    secret_hash TEXT NOT NULL UNIQUE,
    created_at_us INTEGER NOT NULL,
    valid_until_us INTEGER NOT NULL,
    revoked_at_us INTEGER,
    last_opened_at_us INTEGER
  ) STRICT;
  ALTER TABLE sessions ADD COLUMN watch_link_id TEXT REFERENCES watch_links (id) ON DELETE CASCADE;
  `,
  `
  CREATE TABLE pins (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    lat_deg REAL NOT NULL,
    lon_deg REAL NOT NULL,
    error_radius_m REAL,
    created_at_us INTEGER NOT NULL,
    created_by TEXT NOT NULL
  ) STRICT;
  `,
  'CREATE TABLE documents (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT',
  `
  -- What an account has in common with a plugin is in its row of plugins: sessions and links belong to either.
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY REFERENCES plugins (id) ON DELETE CASCADE,
    login TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    password_hash TEXT,
    passkeys TEXT NOT NULL
  ) STRICT;
  -- The audit log knows people by id alone, so that their names can be erased without changing it.
  CREATE TABLE account_names (id TEXT PRIMARY KEY, name TEXT NOT NULL, removed_at_us INTEGER) STRICT;
  `,
  `
  -- A session counts while its owner has the epoch in which it was opened: one write ends them all, or none.
  ALTER TABLE plugins ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE sessions ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1;
  `,
  `
  CREATE INDEX audit_by_plugin ON audit (plugin_id);
  CREATE INDEX audit_by_plugin_and_kind ON audit (plugin_id, kind);
  `,
  "ALTER TABLE pins ADD COLUMN kind TEXT NOT NULL DEFAULT 'other'",
];

/** Runs the missing migrations, each in a transaction together with its version. */
export function migrate(connection: DatabaseConnection, steps: readonly string[] = MIGRATIONS): void {
  for (const [index, step] of steps.entries()) {
    connection.transact(() => {
      // Read inside the transaction: another process may have run the migration meanwhile.
      if (connection.pragma('user_version') !== index) return;
      connection.exec(step);
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${index + 1}`);
    });
  }
}
