import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { onDisk, StoreFault, storeFault } from '@kitestring/base/store-fault.ts';
import { BackgroundDisk } from './background-disk.ts';

export type DatabaseRow = Record<string, SQLOutputValue>;

/** Wait for the lock of another process, milliseconds. */
const PATIENCE_MS = 2000;
/** The same for the loop that flies, which waits with it. */
const LIVE_PATIENCE_MS = 50;
/** Time without a refusal after which a lock is waited for again: one that is held for long costs one wait, though tries are made each second. */
const CALM_MS = 1500;
/** SQLITE_CONSTRAINT_TRIGGER: a trigger has refused it. */
const RAISED = 1811;

/**
 * One open database. SQLite's errors become StoreFaults, and a failed write is remembered until one succeeds. A lock of
 * another process is waited for once; then everything that needs it fails at once with STORE_IN_USE until it is free.
 */
export class DatabaseConnection {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #inode: number | undefined;
  #fault: StoreFault | undefined;
  #patienceMs = PATIENCE_MS;
  #refusedAtMs: number | undefined;
  #background: BackgroundDisk | undefined;

  /** In memory: nothing of it is kept. */
  readonly isInMemory: boolean;

  /** Opens an existing database. @param content of one in memory, in place of the file @throws StoreFault */
  constructor(path: string, content?: Uint8Array) {
    this.path = path;
    this.isInMemory = content !== undefined;
    this.#database = onDisk(
      path,
      () => new DatabaseSync(this.isInMemory ? ':memory:' : path, { timeout: PATIENCE_MS }),
    );
    if (content !== undefined) onDisk(path, () => this.#database.deserialize(content));
    this.#inode = inode(path);
  }

  /**
   * From now on no call waits for the disk, and none longer than 50 ms for another program: a write that has returned
   * survives a kill, and a power cut once `settled` has resolved. @param onFault called when the disk did not take it
   */
  writeInBackground(onFault: (fault: unknown) => void): void {
    this.#patienceMs = LIVE_PATIENCE_MS;
    this.#wait(LIVE_PATIENCE_MS);
    this.#background = new BackgroundDisk(this, onFault);
  }

  /** Resolves when all that was written is on the disk; undefined when it is there. Rejects with a StoreFault. */
  settled(): Promise<void> | undefined {
    return this.#background?.settled();
  }

  /** As `settled`, with what was written without a sync, and however long the disk takes. */
  async sync(): Promise<void> {
    await this.#background?.sync();
  }

  /** Closes it when the disk has everything. */
  async closeGently(): Promise<void> {
    await this.#background?.idle();
    this.close();
  }

  /** Pages in the write-ahead log that are not in the database yet. */
  pagesOfLog(): number {
    // Copies nothing.
    const { checkpointed, log } = this.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {};
    return Number(log) - Number(checkpointed);
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
    return inode(this.path) === this.#inode;
  }

  exec(sql: string): void {
    this.#use(() => this.#database.exec(sql));
  }

  prepare(sql: string): Statement {
    const statement = this.#use(() => this.#database.prepare(sql));
    return new Statement(
      statement,
      (work) => this.#use(work),
      (fault) => {
        this.#fault = fault;
        if (fault === undefined && !this.#database.isTransaction) this.#background?.wrote();
      },
    );
  }

  /** The value of a pragma that is a number. */
  pragma(name: 'application_id' | 'user_version'): number {
    return Number(this.prepare(`PRAGMA ${name}`).get()?.[name]);
  }

  /** Runs `work` in one transaction that takes the write lock at once; atomic. */
  transact(work: () => void): void {
    this.#transact(work);
    this.#background?.wrote();
  }

  #transact(work: () => void): void {
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
    if (this.#background !== undefined) {
      this.#transact(work);
      return;
    }
    this.exec('PRAGMA synchronous = NORMAL');
    try {
      this.#transact(work);
    } finally {
      this.exec('PRAGMA synchronous = FULL');
    }
  }

  close(): void {
    this.#background?.close();
    if (this.#database.isOpen) this.#database.close();
  }

  /** @throws StoreFault in place of SQLite's errors */
  #use<T>(work: () => T): T {
    if (this.#refusedAtMs !== undefined && performance.now() - this.#refusedAtMs > CALM_MS) {
      this.#wait(this.#patienceMs);
    }
    try {
      return onDisk(this.path, work);
    } catch (error) {
      if (error instanceof StoreFault && error.code === 'STORE_IN_USE') this.#wait(0);
      if (this.isInMemory && error instanceof Error && 'errcode' in error && error.errcode === RAISED) {
        throw storeFault('STORE_UNWRITABLE', this.path, error);
      }
      throw error;
    }
  }

  #wait(ms: number): void {
    this.#refusedAtMs = ms === 0 ? performance.now() : undefined;
    this.#database.exec(`PRAGMA busy_timeout = ${ms}`);
  }
}

/** Values of a statement by their places, or by their names; one that is not named is NULL. */
type StatementValues = SQLInputValue[] | [Readonly<Record<string, SQLInputValue>>];

/** A prepared statement that throws StoreFaults. */
export class Statement {
  readonly #statement: StatementSync;
  readonly #use: <T>(work: () => T) => T;
  readonly #onWrite: (fault: StoreFault | undefined) => void;

  /** @param use runs what SQLite does, and throws StoreFaults */
  constructor(
    statement: StatementSync,
    use: <T>(work: () => T) => T,
    onWrite: (fault: StoreFault | undefined) => void,
  ) {
    this.#statement = statement;
    this.#use = use;
    this.#onWrite = onWrite;
  }

  /** @returns the number of changed rows */
  run(...values: StatementValues): number {
    try {
      const { changes } = this.#use(() => this.#statement.run(...(values as SQLInputValue[])));
      this.#onWrite(undefined);
      return Number(changes);
    } catch (fault) {
      if (fault instanceof StoreFault) this.#onWrite(fault);
      throw fault;
    }
  }

  get(...values: SQLInputValue[]): DatabaseRow | undefined {
    return this.#use(() => this.#statement.get(...values));
  }

  all(...values: SQLInputValue[]): DatabaseRow[] {
    return this.#use(() => this.#statement.all(...values));
  }
}

function inode(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
