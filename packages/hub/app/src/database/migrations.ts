import { HubFault } from '../hub-fault.ts';
import type { Database, Queries } from './database.ts';

/**
 * Statements from an empty database to the current schema; the version is the number of entries. A released entry never
 * changes: new ones are appended and only add (see OLDEST_VERSION). Times are Unix milliseconds.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
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
    // A segment stays signed by the key of its time, so old keys are kept.
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
    // Records that are no longer in any journal, as reported by the station in its hello.
    `CREATE TABLE lost (
      sid text NOT NULL,
      epoch text NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      noted_ms bigint NOT NULL,
      PRIMARY KEY (sid, epoch, first)
    )`,
    // Refused segments (chain, signature or form), kept for investigation.
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
  [
    // Events of the hub itself have neither epoch nor number of a station.
    'ALTER TABLE event ALTER COLUMN epoch DROP NOT NULL, ALTER COLUMN seq DROP NOT NULL',
    'CREATE INDEX event_by_kind ON event (kind, n)',
    // State of presence that was reported by the newest event, so that none is reported twice.
    "ALTER TABLE station ADD COLUMN told_state text NOT NULL DEFAULT 'offline'",
  ],
  [
    'CREATE TABLE station_group (id text PRIMARY KEY, name text NOT NULL UNIQUE, created_ms bigint NOT NULL)',
    `CREATE TABLE station_group_member (
      group_id text NOT NULL REFERENCES station_group ON DELETE CASCADE,
      sid text NOT NULL REFERENCES station,
      PRIMARY KEY (group_id, sid)
    )`,
    // Null means all stations. A group that is used here cannot be deleted.
    'ALTER TABLE api_key ADD COLUMN group_id text REFERENCES station_group',
    `CREATE TABLE role_binding (
      id text PRIMARY KEY,
      claim text,
      key_id text REFERENCES api_key ON DELETE CASCADE,
      role text NOT NULL,
      group_id text REFERENCES station_group,
      created_ms bigint NOT NULL
    )`,
  ],
  // Tokens for stations that a client has ended early.
  ['CREATE TABLE ended_token (id text PRIMARY KEY, until_ms bigint NOT NULL)'],
  [
    `CREATE TABLE webhook (
      id text PRIMARY KEY,
      url text NOT NULL,
      -- It signs messages, so it cannot be kept as a hash.
      secret bytea NOT NULL,
      filter jsonb NOT NULL,
      created_ms bigint NOT NULL,
      state text NOT NULL DEFAULT 'active',
      after_n bigint NOT NULL,
      batch_last bigint,
      attempts integer NOT NULL DEFAULT 0,
      failing_since_ms bigint,
      next_ms bigint,
      last_outcome text,
      deliveries bigint NOT NULL DEFAULT 0,
      lease_owner text,
      lease_until_ms bigint
    )`,
    `CREATE TABLE webhook_delivery (
      webhook text NOT NULL REFERENCES webhook ON DELETE CASCADE,
      number bigint NOT NULL,
      time_ms bigint NOT NULL,
      message text NOT NULL,
      first_n bigint,
      last_n bigint,
      attempt integer NOT NULL,
      delivered boolean NOT NULL,
      outcome text NOT NULL,
      duration_ms integer NOT NULL,
      PRIMARY KEY (webhook, number)
    )`,
  ],
  [
    // The only place with names of persons: audit log and commands have ids.
    `CREATE TABLE person (
      id text PRIMARY KEY,
      issuer text NOT NULL,
      subject text NOT NULL,
      name text NOT NULL,
      first_ms bigint NOT NULL,
      seen_ms bigint NOT NULL,
      UNIQUE (issuer, subject)
    )`,
    'CREATE INDEX audit_by_who ON audit (who, n)',
    'CREATE INDEX command_by_key ON command (key_id, asked_ms)',
  ],
  [
    `CREATE TABLE alarm (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      sid text NOT NULL,
      epoch text NOT NULL,
      code bigint NOT NULL,
      severity text NOT NULL,
      message text NOT NULL,
      began_ms bigint NOT NULL,
      ended_ms bigint,
      acknowledged_by text,
      acknowledged_ms bigint,
      UNIQUE (sid, epoch, code, began_ms)
    )`,
    'CREATE INDEX alarm_open ON alarm (sid) WHERE ended_ms IS NULL',
    'CREATE INDEX alarm_by_end ON alarm (ended_ms)',
    // Alarms of records that were archived earlier.
    `INSERT INTO alarm (sid, epoch, code, severity, message, began_ms)
     SELECT sid, epoch, (data->>'code')::bigint, data->>'severity', data->>'message', (data->>'began')::bigint
     FROM event WHERE kind = 'notification.begin' AND epoch IS NOT NULL AND data->>'code' ~ '^[0-9]{1,15}$'
       AND data->>'began' ~ '^[0-9]{1,15}$' AND data->>'severity' IN ('Info', 'Warning', 'Critical', 'Fatal')
       AND data->>'message' IS NOT NULL ORDER BY n ON CONFLICT DO NOTHING`,
    `UPDATE alarm SET ended_ms = event.time_ms FROM event
     WHERE event.kind = 'notification.end' AND event.sid = alarm.sid AND event.epoch = alarm.epoch
       AND event.data->>'code' = alarm.code::text AND event.data->>'began' = alarm.began_ms::text`,
  ],
  [
    `CREATE TABLE upload (
      n bigint GENERATED ALWAYS AS IDENTITY,
      id text PRIMARY KEY,
      sid text NOT NULL REFERENCES station,
      recording text NOT NULL,
      state text NOT NULL,
      asker jsonb NOT NULL,
      kbps integer NOT NULL,
      ordered_ms bigint NOT NULL,
      stored_ms bigint,
      reason text,
      files jsonb NOT NULL,
      UNIQUE (sid, recording)
    )`,
    'CREATE INDEX upload_by_number ON upload (n)',
  ],
  // Duties of one replica at a time, by the clock of the database.
  ['CREATE TABLE lease (name text PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL)'],
  // For a timeline.
  ['CREATE INDEX event_by_time ON event (time_ms)'],
  [
    // Records before this number were removed; the hash is that of the last removed segment.
    'ALTER TABLE cursor ADD COLUMN kept_from bigint NOT NULL DEFAULT 1, ADD COLUMN kept_hash text',
    // By the clock of the hub; existing events get the current time.
    'ALTER TABLE event ADD COLUMN stored_ms bigint NOT NULL DEFAULT (extract(epoch from now()) * 1000)::bigint',
  ],
  [
    `ALTER TABLE upload ADD COLUMN kind text NOT NULL DEFAULT 'recording', ADD COLUMN automatic boolean NOT NULL DEFAULT false,
     ADD COLUMN removed_ms bigint, ADD COLUMN read_until_ms bigint NOT NULL DEFAULT 0, ADD COLUMN files_left boolean NOT NULL DEFAULT false`,
    // Null means all stations.
    `CREATE TABLE upload_policy (
      group_id text UNIQUE NULLS NOT DISTINCT REFERENCES station_group ON DELETE CASCADE,
      policy jsonb NOT NULL,
      changed_ms bigint NOT NULL
    )`,
    // The policy for each station, and the policy that it has reported to follow.
    `CREATE TABLE station_policy (
      sid text PRIMARY KEY REFERENCES station,
      rev bigint NOT NULL,
      policy jsonb NOT NULL,
      followed_rev bigint NOT NULL DEFAULT 0,
      followed_ms bigint
    )`,
  ],
  [
    // The start of the service that a command is for, and the known starts of a station, newest last.
    'ALTER TABLE command ADD COLUMN boot text',
    "ALTER TABLE station ADD COLUMN boots jsonb NOT NULL DEFAULT '[]'",
  ],
  // The beat that a command names: from it a station knows whether it may have forgotten the outcome.
  ['ALTER TABLE command ADD COLUMN beat integer'],
  // Why the station does not send it now, as last reported.
  ['ALTER TABLE upload ADD COLUMN waits jsonb'],
  ['ALTER TABLE audit ADD COLUMN key_id text'],
  // For the list of ended alarms, newest first.
  ['CREATE INDEX alarm_by_over ON alarm (coalesce(ended_ms, began_ms), id)'],
  [
    // The few open uploads are queried each second; finished ones stay in the table.
    'CREATE INDEX upload_by_state ON upload (state, sid)',
    'CREATE INDEX audit_by_station ON audit (station, n)',
  ],
  // A station that is enrolled again continues the epoch of its former membership.
  ['CREATE INDEX cursor_by_epoch ON cursor (epoch, have)'],
  // A station that floods the broker is suspended until then.
  ['ALTER TABLE station ADD COLUMN suspended_until_ms bigint'],
  // Only a pilot may fly, as at a station; an operator controls the camera.
  [
    "UPDATE api_key SET role = 'pilot' WHERE role = 'operator'",
    "UPDATE role_binding SET role = 'pilot' WHERE role = 'operator'",
  ],
  [
    // A sign-in, identified by the hash of its cookie. It is deleted with its key or person, also when both happen at
    // the same moment.
    `CREATE TABLE sign_in (
      key text PRIMARY KEY,
      id text NOT NULL UNIQUE,
      key_id text REFERENCES api_key ON DELETE CASCADE,
      person_id text REFERENCES person ON DELETE CASCADE,
      person jsonb,
      revision integer NOT NULL DEFAULT 0,
      opened_ms bigint NOT NULL,
      used_ms bigint NOT NULL
    )`,
    "CREATE INDEX sign_in_by_who ON sign_in (coalesce(key_id, person_id, ''), used_ms)",
    'CREATE INDEX sign_in_by_use ON sign_in (used_ms)',
    // Unfinished sign-ins by a provider, by the hash of their cookie.
    `CREATE TABLE sign_in_flow (
      n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text NOT NULL UNIQUE,
      flow jsonb NOT NULL,
      began_ms bigint NOT NULL
    )`,
    // Sign-outs by the provider: a sign-in that it has affirmed before one must not be opened after it.
    `CREATE TABLE sign_out (
      n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      issuer text NOT NULL,
      subject text,
      oidc_sid text,
      at_ms bigint NOT NULL
    )`,
  ],
];

/**
 * The oldest version whose statements still work with the current schema: its replicas continue, and may restart,
 * during an upgrade of the others. Raised to the version of an entry that removes something, in a release after the
 * last one that used it (docs/adr/0106-the-archive-is-postgresql-and-archives-exactly-once.md).
 */
export const OLDEST_VERSION = 22;

/** Advisory lock of the replica that migrates the schema; this database uses the number for nothing else. */
const LOCK = 145;

/** Migrates the schema. @throws HubFault when this version cannot work with the schema of a newer one */
export async function migrate(database: Database): Promise<void> {
  const bringUp = async ({ query }: Queries) => {
    // Replicas may start together on an empty database, where IF NOT EXISTS fails while another one creates the table.
    await query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    // Locks the table, also against replicas of a version that uses no other lock.
    await query('ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest integer NOT NULL DEFAULT 0');
    const [row] = await query<{ version: number; oldest: number }>('SELECT version, oldest FROM schema_version');
    const version = row?.version ?? 0;
    if (version > MIGRATIONS.length) return refuseUnless(row?.oldest ?? version, version, database.text);
    for (const statements of MIGRATIONS.slice(version)) for (const sql of statements) await query(sql);
    if (row === undefined)
      await query('INSERT INTO schema_version VALUES ($1, $2)', [MIGRATIONS.length, OLDEST_VERSION]);
    else if (version < MIGRATIONS.length) {
      await query('UPDATE schema_version SET version = $1, oldest = $2', [MIGRATIONS.length, OLDEST_VERSION]);
    }
  };
  // Creating an index of a large table takes long.
  await database.transaction(bringUp, { isLong: true });
}

/** A newer version has migrated the schema: this one continues if everything that it uses still exists. */
function refuseUnless(oldest: number, version: number, text: string): void {
  if (oldest <= MIGRATIONS.length) return;
  throw new HubFault(
    'DATABASE_UNUSABLE',
    `${text} has schema ${version} of a newer version, which serves versions with schema ${oldest} and newer, and this one has ${MIGRATIONS.length}: start the newer version, or use another database`,
  );
}
