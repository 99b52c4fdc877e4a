import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const NAME = 'writer.lock';
const BUSY = 5;
/** `user_version` in the header of a database, a big-endian number (https://www.sqlite.org/fileformat.html). */
const PID_AT = 60;
const LOOK_EVERY_MS = 50;
/** A media process that has lost its station completes its files within 4 s, and then ends. */
const HUNG_MS = 10_000;

interface WaitOptions {
  /** Another process holds it: called once, before the wait. */
  readonly onWait?: (pid: number) => void;
  readonly hungMs?: number;
}

/**
 * Held by the one process that writes films in a folder of recordings. It is SQLite's lock on a database without content: the system releases it
 * when the process ends in any way. A media process may outlive its killed station for a moment, in which the next station must not complete
 * the same films.
 */
export class WriterLock implements Disposable {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Undefined while another process has it. */
  static #by(folder: string, statements: string): WriterLock | undefined {
    const database = new DatabaseSync(join(folder, NAME), { timeout: 0 });
    try {
      database.exec(statements);
      return new WriterLock(database);
    } catch (error) {
      database.close();
      if ((error as { readonly errcode?: number }).errcode === BUSY) return undefined;
      throw error;
    }
  }

  /**
   * Takes the lock and stores its holder.
   * @returns undefined while another process holds it
   * @throws the disk's error
   */
  static take(folder: string): WriterLock | undefined {
    // The lock stays after the statement.
    return WriterLock.#by(folder, `PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = ${process.pid}`);
  }

  /**
   * Takes the lock as soon as it is free; a process that holds it too long hangs, and is killed.
   * @returns undefined if none has ever written in this folder
   * @throws the disk's error
   */
  static async wait(folder: string, { hungMs = HUNG_MS, onWait }: WaitOptions = {}): Promise<WriterLock | undefined> {
    if (!existsSync(join(folder, NAME))) return undefined;
    const hungAtMs = performance.now() + hungMs;
    for (let isFirst = true; ; isFirst = false) {
      // Nothing is written: it works on a full disk, too.
      const lock = WriterLock.#by(folder, 'BEGIN EXCLUSIVE');
      if (lock !== undefined) return lock;
      const pid = writer(folder);
      if (isFirst) onWait?.(pid);
      // The lock was held a moment ago, so that this is no other process which has got the same number.
      if (performance.now() >= hungAtMs && pid > 1 && pid !== process.pid) kill(pid);
      await wait(LOOK_EVERY_MS);
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** Only in a process that does not have the lock: closing the file would release it. */
function writer(folder: string): number {
  const file = openSync(join(folder, NAME), 'r');
  try {
    const bytes = Buffer.alloc(4);
    return readSync(file, bytes, 0, bytes.length, PID_AT) === bytes.length ? bytes.readInt32BE() : 0;
  } finally {
    closeSync(file);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
