import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { StoreFault, storeFault } from '@kitestring/base/store-fault.ts';
import { closeToOthers, type DataFolder, dataFolder } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import { buildDatabase } from './build-database.ts';
import { checkDatabase, checkIdentity } from './check-database.ts';
import { DatabaseConnection } from './database-connection.ts';
import { keepDamagedLog, type LogDamage } from './log-damage.ts';
import { memoryCopy } from './memory-copy.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { keepOldSchema } from './old-schemas.ts';
import { SqliteStore } from './sqlite-store.ts';

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
  /**
   * For a station whose Kite may be in the air: where the disk cannot be written or another program has locked the database, the store
   * is a copy in memory. Called with the reason. When absent, the opening is refused.
   */
  readonly onMemoryOnly?: (fault: StoreFault) => void;
}

/**
 * Opens the store in a data folder, which is created if missing. An unusable database is left unchanged. @throws
 * StoreFault
 */
export function openStore(path: string, options: OpenStoreOptions): SqliteStore {
  const { lock: exclusive, lockWaitMs = 2000 } = options;
  const folder = dataFolder(path);
  let lock: FolderLock | undefined;
  try {
    // Without a lock file no station is running: check first, so that a refused folder gets no new file.
    if (!existsSync(folder.lock) && existsSync(folder.database)) checkDatabase(folder);
    lock = FolderLock.take(folder, exclusive ? lockWaitMs : 0);
    if (lock !== undefined) return openOwned(folder, lock, options);
  } catch (fault) {
    const { onMemoryOnly } = options;
    if (onMemoryOnly === undefined || !mayFlyOn(fault, folder)) {
      lock?.release();
      throw fault;
    }
    onMemoryOnly(fault);
    const held = lock;
    return new SqliteStore(memoryCopy(folder.database), { release: () => held?.release() });
  }
  if (exclusive) throw inUse(folder, 'a station runs on it');
  return openBeside(folder);
}

/** Whether the disk or another program is the reason, and the database can be read: not one that is damaged, nor missing rights. */
function mayFlyOn(fault: unknown, { database, path }: DataFolder): fault is StoreFault {
  if (!(fault instanceof StoreFault) || !['STORE_UNWRITABLE', 'STORE_IN_USE'].includes(fault.code)) return false;
  const isRefused = (file: string, mode: number): boolean => {
    try {
      accessSync(file, mode);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'EROFS';
    }
  };
  return !isRefused(database, constants.R_OK) && !isRefused(path, constants.W_OK);
}

/** Opens the database as its only user, which may create and migrate it. The lock is held until the store is closed. */
function openOwned(folder: DataFolder, lock: FolderLock, { onDiskFault, onLogDamage }: OpenStoreOptions): SqliteStore {
  let connection: DatabaseConnection | undefined;
  try {
    closeToOthers(folder.path);
    let damage: LogDamage | undefined;
    if (existsSync(folder.database)) checkDatabase(folder);
    else damage = buildDatabase(folder.database, migrate);
    const hasLog = (statSync(`${folder.database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    damage ??= keepDamagedLog(folder.database, Date.now());
    connection = connect(folder.database);
    if (!hasLog && isMarkedInUse(connection)) damage = {};
    keepOldSchema(connection);
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

/**
 * WAL and synchronous FULL: a write that has returned survives a kill and a power cut (sqlite.org/pragma.html).
 * @param onDiskFault given, it writes in the background from the first access on
 */
export function connect(path: string, onDiskFault?: (fault: unknown) => void): DatabaseConnection {
  const connection = new DatabaseConnection(path);
  if (onDiskFault === undefined) connection.exec('PRAGMA synchronous = FULL');
  else connection.writeInBackground(onDiskFault);
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
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
