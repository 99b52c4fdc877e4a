import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { toStoreFault } from '@kitestring/base/store-fault.ts';

/**
 * Brings the write-ahead log of an open SQLite database to the disk while the process goes on. SQLite itself can only do so within
 * a commit, and the flight loop would wait: 3 ms usually, 40 ms and more on a busy disk. What is in the log before the call is safe
 * after it, for a log is only restarted when SQLite has brought its content to the database file.
 */
export class LogSync {
  readonly #file: string;
  #descriptor: number | undefined;
  #isClosed = false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param database path of its file */
  constructor(database: string) {
    this.#file = `${database}-wal`;
  }

  /** Resolves when everything written before the call is on the disk. Calls during one share the one after it. @throws StoreFault */
  sync(): Promise<void> {
    if (this.#running !== undefined) {
      this.#next ??= this.#running.then(
        () => this.#begin(),
        () => this.#begin(),
      );
      return this.#next;
    }
    return this.#begin();
  }

  /** Call it before the database is closed, which brings the rest to the disk and removes the log. */
  close(): void {
    this.#isClosed = true;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor === undefined) return;
    const close = () => closeSync(descriptor);
    // The thread that syncs still uses it.
    if (this.#running === undefined) close();
    else this.#running.then(close, close);
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    if (this.#isClosed) return;
    try {
      this.#descriptor ??= openSync(this.#file, 'r+');
      await fdatasyncOf(this.#descriptor);
    } catch (error) {
      throw toStoreFault(error, this.#file);
    }
  }
}

const fdatasyncOf = promisify(fdatasync);
