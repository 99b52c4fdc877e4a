import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { onDisk, StoreFault, toStoreFault } from './store-fault.ts';

export type DatabaseRow = Record<string, SQLOutputValue>;

/** Time that a write waits for another process (the plugin command), a matter of milliseconds. */
const BUSY_TIMEOUT_MS = 2000;

/** One open database. SQLite's errors become StoreFaults, and a failed write is remembered until one succeeds. */
export class DatabaseConnection {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #inode: number | undefined;
  #fault: StoreFault | undefined;

  /** Opens an existing database. @throws StoreFault */
  constructor(path: string) {
    this.path = path;
    this.#database = onDisk(path, () => new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }));
    this.#inode = inodeOf(path);
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  /** The last write failed. */
  get isFaulty(): boolean {
    return this.#fault !== undefined;
  }

  /** The path still refers to the opened file: not deleted or replaced. */
  get isInPlace(): boolean {
    return inodeOf(this.path) === this.#inode;
  }

  exec(sql: string): void {
    onDisk(this.path, () => this.#database.exec(sql));
  }

  prepare(sql: string): Statement {
    const statement = onDisk(this.path, () => this.#database.prepare(sql));
    return new Statement(this.path, statement, (fault) => {
      this.#fault = fault;
    });
  }

  /** The value of a pragma that is a number. */
  pragma(name: 'application_id' | 'user_version'): number {
    return Number(this.prepare(`PRAGMA ${name}`).get()?.[name]);
  }

  /** Runs `work` in one transaction that takes the write lock at once; atomic. */
  transact(work: () => void): void {
    try {
      this.exec('BEGIN IMMEDIATE');
      work();
      this.exec('COMMIT');
      this.#fault = undefined;
    } catch (error) {
      // SQLite has rolled back already after some errors, for example a full disk.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      if (error instanceof StoreFault) this.#fault = error;
      throw error;
    }
  }

  /**
   * Like `transact`, without waiting for the disk: a kill of the process loses nothing, a power cut may, back to the
   * last synced write. For frequent writes that must not delay the flight loop.
   */
  transactWithoutSync(work: () => void): void {
    this.exec('PRAGMA synchronous = NORMAL');
    try {
      this.transact(work);
    } finally {
      this.exec('PRAGMA synchronous = FULL');
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** Values of a statement by their places, or by their names; one that is not named is NULL. */
type StatementValues = SQLInputValue[] | [Readonly<Record<string, SQLInputValue>>];

/** A prepared statement that throws StoreFaults. */
export class Statement {
  readonly #path: string;
  readonly #statement: StatementSync;
  readonly #onWrite: (fault: StoreFault | undefined) => void;

  constructor(path: string, statement: StatementSync, onWrite: (fault: StoreFault | undefined) => void) {
    this.#path = path;
    this.#statement = statement;
    this.#onWrite = onWrite;
  }

  /** @returns the number of changed rows */
  run(...values: StatementValues): number {
    try {
      const { changes } = this.#statement.run(...(values as SQLInputValue[]));
      this.#onWrite(undefined);
      return Number(changes);
    } catch (error) {
      const fault = toStoreFault(error, this.#path);
      if (fault instanceof StoreFault) this.#onWrite(fault);
      throw fault;
    }
  }

  get(...values: SQLInputValue[]): DatabaseRow | undefined {
    return onDisk(this.#path, () => this.#statement.get(...values));
  }

  all(...values: SQLInputValue[]): DatabaseRow[] {
    return onDisk(this.#path, () => this.#statement.all(...values));
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
