import { existsSync, statSync } from 'node:fs';
import { buildDatabase } from './build-database.ts';
import { checkDatabase, checkIdentity } from './check-database.ts';
import { closeToOthers, type DataFolder, dataFolder } from './data-folder.ts';
import { DatabaseConnection } from './database-connection.ts';
import { FolderLock } from './folder-lock.ts';
import { keepDamagedLog, type LogDamage } from './log-damage.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { SqliteStore } from './sqlite-store.ts';
import { storeFault } from './store-fault.ts';

export interface OpenStoreOptions {
  /**
   * True for a station: exclusive use of the data folder. False for a short command, which may run beside a station.
   */
  readonly lock: boolean;
  /** Time to wait for a short command that holds the folder, milliseconds. 2000 when absent. */
  readonly lockWaitMs?: number;
  /**
   * Called when acknowledged writes are lost because the write-ahead log was damaged; the store opens with the rest.
   */
  readonly onLogDamage?: (damage: LogDamage) => void;
  /**
   * For a station that flies: no write waits for the disk, see `SqliteStore.settled`. Called when the disk did not take what was
   * written. When absent, every write is on the disk when its call returns.
   */
  readonly onDiskFault?: (fault: unknown) => void;
}

/**
 * Opens the store in a data folder, which is created if missing. An unusable database is left unchanged. @throws
 * StoreFault
 */
export function openStore(path: string, options: OpenStoreOptions): SqliteStore {
  const { lock: exclusive, lockWaitMs = 2000 } = options;
  const folder = dataFolder(path);
  // Without a lock file no station is running: check first, so that a refused folder gets no new file.
  if (!existsSync(folder.lock) && existsSync(folder.database)) checkDatabase(folder);
  const lock = FolderLock.take(folder, exclusive ? lockWaitMs : 0);
  if (lock !== undefined) return openOwned(folder, lock, options);
  if (exclusive) throw inUse(folder, 'a station runs on it');
  return openBeside(folder);
}

/** Opens the database as its only user, which may create and migrate it. The lock is held until the store is closed. */
function openOwned(folder: DataFolder, lock: FolderLock, { onDiskFault, onLogDamage }: OpenStoreOptions): SqliteStore {
  let connection: DatabaseConnection | undefined;
  try {
    closeToOthers(folder.path);
    if (existsSync(folder.database)) checkDatabase(folder);
    else buildDatabase(folder.database, migrate);
    const hasLog = (statSync(`${folder.database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    let damage: LogDamage | undefined = keepDamagedLog(folder.database, Date.now());
    connection = connect(folder.database);
    if (!hasLog && isMarkedInUse(connection)) damage = {};
    migrate(connection);
    const opened = connection;
    const end = { beforeClose: () => markInUse(opened, false), release: () => lock.release() };
    const store = new SqliteStore(opened, end);
    if (onDiskFault !== undefined) connection.writeInBackground(onDiskFault);
    markInUse(opened, true);
    if (damage !== undefined) onLogDamage?.(damage);
    return store;
  } catch (error) {
    connection?.close();
    lock.release();
    throw error;
  }
}

/** Opens the database of a running station, which has checked it; its schema must not change under that station. */
function openBeside(folder: DataFolder): SqliteStore {
  if (!existsSync(folder.database)) throw inUse(folder, 'a station is making its database');
  const connection = connect(folder.database);
  try {
    const version = connection.pragma('user_version');
    checkIdentity(connection.pragma('application_id'), version, folder.database);
    if (version < MIGRATIONS.length) throw inUse(folder, 'a station of an older version runs on it');
    return new SqliteStore(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** WAL and synchronous FULL: a write that has returned survives a kill and a power cut (sqlite.org/pragma.html). */
export function connect(path: string): DatabaseConnection {
  const connection = new DatabaseConnection(path);
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  connection.exec('PRAGMA journal_size_limit = 4194304; PRAGMA trusted_schema = OFF');
  return connection;
}

/*
 * A database that is not closed has a write-ahead log. One that is marked as in use and has none was copied without it, and
 * lacks the newest writes.
 */
const isMarkedInUse = (connection: DatabaseConnection): boolean =>
  Number(connection.prepare("SELECT hex(value) AS value FROM meta WHERE name = 'in_use'").get()?.value ?? 0) === 1;

const markInUse = (connection: DatabaseConnection, isInUse: boolean): void =>
  connection.exec(`INSERT OR REPLACE INTO meta VALUES ('in_use', x'0${isInUse ? 1 : 0}')`);

function inUse(folder: DataFolder, detail: string) {
  return storeFault('STORE_IN_USE', folder.path, undefined, detail);
}
