import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreFault, toStoreFault } from '@kitestring/base/store-fault.ts';
import { createPrivateFile, type DataFolder } from './data-folder.ts';

/**
 * Exclusive ownership of a data folder, or of a file, by one process. It is SQLite's lock on an empty database: the system
 * releases it when the process ends in any way, so a killed station leaves nothing to clean up.
 */
export class FolderLock {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Takes the lock; undefined when another process holds it for longer than `waitMs`. */
  static take(folder: Pick<DataFolder, 'lock'>, waitMs: number): FolderLock | undefined {
    // Opened and closed by SQLite only: on POSIX, closing any other descriptor of the file would release the lock.
    if (!existsSync(folder.lock)) createLockFile(folder);
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(folder.lock, { timeout: waitMs });
      database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
      return new FolderLock(database);
    } catch (error) {
      database?.close();
      const fault = toStoreFault(error, folder.lock);
      if (fault instanceof StoreFault && fault.code === 'STORE_IN_USE') return undefined;
      throw fault;
    }
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

function createLockFile(folder: Pick<DataFolder, 'lock'>): void {
  try {
    createPrivateFile(folder.lock);
  } catch (error) {
    // Another process has created it meanwhile; that file is equally good.
    if (!existsSync(folder.lock)) throw error;
  }
}
