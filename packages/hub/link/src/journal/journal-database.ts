import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { buildDatabase } from '@kitestring/station-store/build-database.ts';
import type { DatabaseConnection } from '@kitestring/station-store/database-connection.ts';
import { keepDamagedLog } from '@kitestring/station-store/log-damage.ts';
import { connect } from '@kitestring/station-store/open-store.ts';
import { OUTCOME_SCHEMA } from './outcome-table.ts';

/** `KSJL`: a database of another program is never written to. */
const APPLICATION_ID = 0x4b534a4c;
const VERSION = 2;

/*
 * `record` holds what is not in a segment yet. A sealed segment never changes, except `body`, which is discarded when
 * the journal is full, and `archived_ms`, the time of the archive’s confirmation.
 */
const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY, station_ms INTEGER NOT NULL, real_ms INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL
  ) STRICT;
  CREATE TABLE segment (
    first INTEGER PRIMARY KEY, last INTEGER NOT NULL UNIQUE, t0 INTEGER NOT NULL, t1 INTEGER NOT NULL,
    has_event INTEGER NOT NULL, previous TEXT NOT NULL, body_hash TEXT NOT NULL, hash TEXT NOT NULL,
    signature TEXT NOT NULL, body BLOB, archived_ms INTEGER
  ) STRICT;
  CREATE INDEX segment_archived ON segment (archived_ms, first);
`;

/**
 * Opens the database of a journal and creates it if missing; waits for the disk and for another program’s lock. An
 * unreadable one is set aside under another name: its records
 * are lost to the archive, but the station starts.
 * @param onPutAside called with the new name of a damaged file
 * @param onDiskFault called when the disk cannot be synced, which is then not waited for; absent: the call waits
 * @throws StoreFault when the disk cannot be written
 */
export function openJournalDatabase(
  file: string,
  onPutAside: (file: string) => void,
  onDiskFault?: (fault: unknown) => void,
): DatabaseConnection {
  try {
    return opened(file, onPutAside, onDiskFault);
  } catch (fault) {
    if (!(fault instanceof StoreFault) || fault.code !== 'STORE_DAMAGED') throw fault;
    const aside = `${file}.damaged-${Date.now()}`;
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    }
    onPutAside(aside);
    return opened(file, onPutAside, onDiskFault);
  }
}

function opened(...[file, onPutAside, onDiskFault]: Parameters<typeof openJournalDatabase>): DatabaseConnection {
  const orphan = existsSync(file) ? undefined : buildDatabase(file, makeTables);
  const damage = orphan ?? keepDamagedLog(file, Date.now());
  if (damage?.copy !== undefined) onPutAside(damage.copy);
  const connection = connect(file, onDiskFault);
  try {
    const pragma = (name: string) => Number(Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    const isSound = Object.values(connection.prepare('PRAGMA quick_check(1)').get() ?? {})[0] === 'ok';
    if (!isSound || pragma('application_id') !== APPLICATION_ID) throw damaged(file);
    const version = pragma('user_version');
    if (version > VERSION) throw new StoreFault('STORE_NEWER', `${file} was written by a newer version`);
    if (version < VERSION) throw damaged(file);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function makeTables(connection: DatabaseConnection): void {
  connection.exec(SCHEMA);
  connection.exec(OUTCOME_SCHEMA);
  connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
}

const damaged = (file: string) =>
  new StoreFault('STORE_DAMAGED', `${file} is not a journal of this station, or is damaged`);

export const journalFile = (dataDir: string): string => join(dataDir, 'journal.sqlite');
