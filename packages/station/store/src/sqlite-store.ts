import { StoreFault, storeFault } from '@kitestring/base/store-fault.ts';
import type { StationStore } from '@kitestring/station-core/ports';
import { AccountTable } from './account-table.ts';
import { AuditTable } from './audit/audit-table.ts';
import type { DatabaseConnection, Statement } from './database-connection.ts';
import { removeDamagedLogs } from './log-damage.ts';
import { CounterTable, DocumentTable } from './named-values.ts';
import { NotificationTable } from './notification-table.ts';
import { removeOldSchemas } from './old-schemas.ts';
import { PinTable } from './pin-table.ts';
import { PluginTable } from './plugin-table.ts';
import { restoreTables, type SavedTables, saveTables } from './saved-tables.ts';
import { SessionTable } from './session-table.ts';
import { WatchLinkTable } from './watch-link-table.ts';

/** Steps around the close of a database. */
interface StoreEnd {
  readonly beforeClose?: () => void;
  readonly release?: () => void;
}

/**
 * Persistent state of the station in one SQLite file. Every write survives a kill when its call has returned, and a power cut
 * when `settled` has resolved. @throws StoreFault
 */
export class SqliteStore implements StationStore {
  readonly plugins: PluginTable;
  readonly accounts: AccountTable;
  readonly sessions: SessionTable;
  readonly watchLinks: WatchLinkTable;
  readonly notifications: NotificationTable;
  readonly counters: CounterTable;
  readonly documents: DocumentTable;
  readonly pins: PinTable;
  readonly audit: AuditTable;
  /** Salt of all API keys of this data folder, 16 bytes, created with the database. */
  readonly keySalt: Uint8Array;
  readonly #connection: DatabaseConnection;
  readonly #end: StoreEnd;
  readonly #probe: Statement;

  constructor(connection: DatabaseConnection, end: StoreEnd = {}) {
    this.#connection = connection;
    this.#end = end;
    this.plugins = new PluginTable(connection);
    this.accounts = new AccountTable(connection);
    this.sessions = new SessionTable(connection);
    this.watchLinks = new WatchLinkTable(connection);
    this.notifications = new NotificationTable(connection);
    this.documents = new DocumentTable(connection);
    this.counters = new CounterTable(connection);
    this.pins = new PinTable(connection);
    this.audit = new AuditTable(connection);
    this.keySalt = readSalt(connection);
    this.#probe = connection.prepare("INSERT OR REPLACE INTO meta VALUES ('probe', x'00')");
  }

  /** Resolves when all that was written is on the disk; undefined when it is there. Rejects with a StoreFault. */
  settled(): Promise<void> | undefined {
    return this.#connection.settled();
  }

  /**
   * Whether writes would be stored: the file is in place and the last write succeeded. After a failed one it stores what waits
   * or tries another, so that a disk with space again is noticed.
   */
  isUsable(): boolean {
    const { isInMemory, isInPlace, isOpen } = this.#connection;
    if (!isOpen || !isInPlace || isInMemory) return false;
    return this.#storeWaiting() && (!this.#connection.isFaulty || this.#canWrite());
  }

  /** Number of records that `eraseRecords` erases. */
  countRecords(): Readonly<Record<'accounts' | 'notifications' | 'pins' | 'sessions', number>> {
    const count = (table: string) =>
      Number(this.#connection.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
    return {
      accounts: count('accounts'),
      notifications: count('notifications'),
      pins: count('pins'),
      sessions: count('sessions'),
    };
  }

  /** Erases accounts, notifications, pins, sessions, links for watching and what was typed for incidents, but not what pictures hide, so that no byte of them remains in the file, nor in copies of its log. Must not be open elsewhere. */
  eraseRecords(): void {
    this.#connection.exec('PRAGMA secure_delete = ON');
    this.#connection.transact(() =>
      this.#connection.exec(
        "DELETE FROM plugins WHERE id IN (SELECT id FROM accounts); DELETE FROM account_names; DELETE FROM notifications; DELETE FROM pins; DELETE FROM sessions; DELETE FROM watch_links; DELETE FROM documents WHERE name != 'video.masks'",
      ),
    );
    // Free pages and the log contain older copies.
    this.#connection.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    removeDamagedLogs(this.#connection.path);
    removeOldSchemas(this.#connection.path);
  }

  /** Removes the copies that were made before migrations: to be called when a station of this version has started. @throws StoreFault */
  forgetOldSchemas(): void {
    if (!this.#connection.isInMemory) removeOldSchemas(this.#connection.path);
  }

  /** Contents of the tables that a snapshot has. */
  save(): SavedTables {
    this.#storeWaiting();
    return saveTables(this.#connection);
  }

  /** Replaces the contents of these tables by saved ones. @throws RowMismatchFault */
  restore(saved: SavedTables): void {
    restoreTables(this.#connection, saved);
    this.counters.forgetWaiting();
    this.documents.forgetWaiting();
  }

  /** Closes the database and releases the folder. No effect when closed. */
  close(): void {
    if (!this.#connection.isOpen) return;
    this.#beforeClose();
    this.#connection.close();
    this.#end.release?.();
  }

  /** The same, when no thread uses its files any more. */
  async closeGently(): Promise<void> {
    if (!this.#connection.isOpen) return;
    this.#beforeClose();
    await this.#connection.closeGently();
    this.#end.release?.();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #canWrite(): boolean {
    return this.#succeeds(() => this.#probe.run());
  }

  #beforeClose(): void {
    this.#storeWaiting();
    this.#succeeds(() => this.#end.beforeClose?.());
  }

  /** @returns false when the store did not take it; it waits on then */
  #storeWaiting(): boolean {
    return this.#succeeds(() => {
      this.counters.storeWaiting();
      this.documents.storeWaiting();
      this.sessions.storeWaiting();
    });
  }

  #succeeds(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      if (error instanceof StoreFault) return false;
      throw error;
    }
  }
}

function readSalt(connection: DatabaseConnection): Uint8Array {
  const salt = connection.prepare("SELECT value FROM meta WHERE name = 'key_salt'").get()?.value;
  if (salt instanceof Uint8Array) return salt;
  throw storeFault('STORE_DAMAGED', connection.path, undefined, 'the salt of the API keys is missing');
}
