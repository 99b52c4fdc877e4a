import { type FileHandle, open } from 'node:fs/promises';
import { tlogRecord } from '@kitestring/mavlink-codec/codec.ts';
import { newFileFault } from './new-file.ts';

/** Far more than a disk falls behind; what comes then is not written. */
const WAITING_MAX_BYTES = 2 ** 24;

/** A new .tlog file that is written while a link runs. */
export class TlogFile implements AsyncDisposable {
  readonly #file: FileHandle;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @throws UsageFault when the file is there already, or cannot be created */
  static async create(path: string): Promise<TlogFile> {
    try {
      return new TlogFile(await open(path, 'wx'));
    } catch (error) {
      throw newFileFault(path, error as NodeJS.ErrnoException);
    }
  }

  add(timeUs: number, packet: Uint8Array): void {
    if (this.#waitingBytes > WAITING_MAX_BYTES) return;
    const record = tlogRecord(timeUs, packet);
    this.#waiting.push(record);
    this.#waitingBytes += record.length;
    if (this.#waiting.length === 1) this.#writing = this.#writing.then(() => this.#flush());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const records = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#file.write(Buffer.concat(records));
  }
}
