import { closeSync, openSync, writeSync } from 'node:fs';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { UsageFault } from '../context.ts';

/** Why a new file cannot be there, for people. */
export function newFileFault(path: string, { code }: NodeJS.ErrnoException): UsageFault {
  const reason = code === 'EEXIST' ? 'the file is there already: choose another name' : `cannot be created (${code})`;
  return new UsageFault(`mavlink: --tlog: ${oneLine(path)}: ${reason}`);
}

/** Bytes written at once. */
const BATCH_BYTES = 2 ** 16;

/** A new file that is made from another one: nothing else waits, so each write ends before the next record. */
export class NewFile implements Disposable {
  readonly #descriptor: number;
  #waiting: Uint8Array[] = [];
  #bytes = 0;

  /** @throws UsageFault when the file is there already, or cannot be created */
  constructor(path: string) {
    try {
      this.#descriptor = openSync(path, 'wx');
    } catch (error) {
      throw newFileFault(path, error as NodeJS.ErrnoException);
    }
  }

  add(record: Uint8Array): void {
    this.#waiting.push(record);
    this.#bytes += record.length;
    if (this.#bytes >= BATCH_BYTES) this.#flush();
  }

  [Symbol.dispose](): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#bytes = 0;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }
}
