import { Worker } from 'node:worker_threads';
import { storeFault, toStoreFault } from '@kitestring/base/store-fault.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { LogSync } from './log-sync.ts';

/** Pages in the log that are not in the database yet, from which on they are copied: SQLite's own number. */
const CHECKPOINT_PAGES = 1000;
/** The first checkpoint comes early: the file alone then says that it is in use, also a copy of it. Milliseconds. */
const FIRST_CHECKPOINT_MS = 10_000;
/** A disk that takes longer is told to those who wait for it, milliseconds. */
const ANSWERS_WITHIN_MS = 5000;
/** A checkpoint that another program prevents is not tried again with each write, milliseconds. */
const CHECKPOINT_PAUSE_MS = 5000;

/**
 * Brings what a connection writes to the disk, on other threads: the loop that flies never waits for one. SQLite would do both
 * within a commit, which takes milliseconds, and as long as a disk that stalls.
 */
export class BackgroundDisk {
  readonly #connection: DatabaseConnection;
  readonly #log: LogSync;
  readonly #onFault: (fault: unknown) => void;
  #written = 0;
  #durable = 0;
  #thread: Worker | undefined;
  #pausedUntilMs = 0;
  #firstAtMs = performance.now() + FIRST_CHECKPOINT_MS;

  /** @param onFault called when the disk did not take what was written */
  constructor(connection: DatabaseConnection, onFault: (fault: unknown) => void) {
    this.#connection = connection;
    this.#log = new LogSync(connection.path);
    this.#onFault = onFault;
    connection.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  }

  /** Call it after each commit that has to survive a power cut. */
  wrote(): void {
    this.#written += 1;
    this.sync().catch(this.#onFault);
  }

  /** Resolves when all that was written is on the disk; undefined when it is there. Rejects with a StoreFault, after 5 s at the latest. */
  settled(): Promise<void> | undefined {
    return this.#written === this.#durable ? undefined : this.#withinDeadline(this.sync());
  }

  /** Resolves when the disk has everything and no thread uses the files, or when the disk does not answer. */
  async idle(): Promise<void> {
    try {
      await this.settled();
      // One that was asked for meanwhile.
      await this.#log.sync();
    } catch (fault) {
      this.#onFault(fault);
    }
    await this.#thread?.terminate();
  }

  /** Call it before the database is closed. */
  close(): void {
    this.#log.close();
    void this.#thread?.terminate();
  }

  #withinDeadline(sync: Promise<void>): Promise<void> {
    const deadline = Promise.withResolvers<void>();
    const late = storeFault('STORE_UNWRITABLE', this.#connection.path, undefined, 'the disk does not answer');
    // An answer that came while this thread was busy is read first.
    const timer = setTimeout(() => setImmediate(() => deadline.reject(late)), ANSWERS_WITHIN_MS);
    return Promise.race([sync, deadline.promise]).finally(() => clearTimeout(timer));
  }

  /** Brings everything to the disk, also what `wrote` was not called for. Rejects with a StoreFault. */
  async sync(): Promise<void> {
    const written = this.#written;
    await this.#log.sync();
    this.#durable = Math.max(this.#durable, written);
    this.#checkpointWhenDue();
  }

  #checkpointWhenDue(): void {
    if (this.#thread !== undefined || performance.now() < this.#pausedUntilMs || !this.#connection.isOpen) return;
    const isFirst = performance.now() > this.#firstAtMs;
    if (!isFirst && this.#connection.pagesOfLog() < CHECKPOINT_PAGES) return;
    this.#firstAtMs = Number.POSITIVE_INFINITY;
    this.#pausedUntilMs = performance.now() + CHECKPOINT_PAUSE_MS;
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: this.#connection.path,
    });
    this.#thread = thread;
    thread.unref();
    thread.on('error', (error) => {
      if (this.#connection.isOpen) this.#onFault(toStoreFault(error, this.#connection.path));
    });
    thread.on('exit', () => {
      this.#thread = undefined;
    });
  }
}
