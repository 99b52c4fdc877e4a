import type { Store } from '@kitestring/station/ports/store.ts';
import { AuditTable } from './audit-table.ts';
import type { Connection, Statement } from './connection.ts';
import { CounterTable } from './counter-table.ts';
import { NotificationTable } from './notification-table.ts';
import { PluginTable } from './plugin-table.ts';
import { SessionTable } from './session-table.ts';
import { StoreFault, storeFault } from './store-fault.ts';

/** Everything the station keeps, in one SQLite file. Every write is durable when its call returns. @throws StoreFault */
export class SqliteStore implements Store {
  readonly plugins: PluginTable;
  readonly sessions: SessionTable;
  readonly notifications: NotificationTable;
  readonly counters: CounterTable;
  readonly audit: AuditTable;
  /** The salt of all API keys of this data folder, 16 bytes, made with the database. */
  readonly keySalt: Uint8Array;
  readonly #connection: Connection;
  readonly #release: () => void;
  readonly #dataVersion: Statement;
  readonly #probe: Statement;

  /** @param release called once the database is closed */
  constructor(connection: Connection, release: () => void) {
    this.#connection = connection;
    this.#release = release;
    this.plugins = new PluginTable(connection);
    this.sessions = new SessionTable(connection);
    this.notifications = new NotificationTable(connection);
    this.counters = new CounterTable(connection);
    this.audit = new AuditTable(connection);
    this.keySalt = readSalt(connection);
    this.#dataVersion = connection.prepare('PRAGMA data_version');
    this.#probe = connection.prepare("INSERT OR REPLACE INTO meta VALUES ('probe', x'00')");
  }

  /** Another number whenever another process has changed the database since the last call. */
  dataVersion(): number {
    return Number(this.#dataVersion.get()?.data_version);
  }

  /**
   * Whether what is written now would be kept: the file is in its place and the last write succeeded. After a failed
   * one it tries another, so that a disk with space again is noticed.
   */
  isUsable(): boolean {
    if (!this.#connection.isOpen || !this.#connection.isInPlace) return false;
    return !this.#connection.isFaulty || this.#canWrite();
  }

  /** How many there are of what `eraseRecords` erases. */
  countRecords(): { readonly notifications: number; readonly sessions: number } {
    const countOf = (table: string) =>
      Number(this.#connection.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
    return { notifications: countOf('notifications'), sessions: countOf('sessions') };
  }

  /** Erases notifications and sessions so that no byte of them is left in the file. Nobody else may have it open. */
  eraseRecords(): void {
    this.#connection.exec('PRAGMA secure_delete = ON');
    this.#connection.transact(() => this.#connection.exec('DELETE FROM notifications; DELETE FROM sessions'));
    // Pages that were given back long ago, and the log, hold older copies.
    this.#connection.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Closes the database and gives the folder free. Harmless when it is closed already. */
  close(): void {
    if (!this.#connection.isOpen) return;
    this.#connection.close();
    this.#release();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #canWrite(): boolean {
    try {
      this.#probe.run();
      return true;
    } catch (error) {
      if (error instanceof StoreFault) return false;
      throw error;
    }
  }
}

function readSalt(connection: Connection): Uint8Array {
  const salt = connection.prepare("SELECT value FROM meta WHERE name = 'key_salt'").get()?.value;
  if (salt instanceof Uint8Array) return salt;
  throw storeFault('STORE_DAMAGED', connection.path, undefined, 'the salt of the API keys is missing');
}
