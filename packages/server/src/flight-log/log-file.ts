import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Codec } from '@kitestring/flightlog/codec.ts';
import { type Facts, fileHead, METADATA } from '@kitestring/flightlog/mcap/file-head.ts';
import { McapAssembler } from '@kitestring/flightlog/mcap/mcap-assembler.ts';
import { tailHead } from '@kitestring/flightlog/mcap/tail.ts';

/** What may wait for the disk. Beyond it messages are lost, for a flight waits for no disk. */
const PENDING_MAX_BYTES = 32 * 2 ** 20;

/** Names of a log while it is being written. */
export const partialName = (path: string): string => `${path}.partial`;
export const tailName = (path: string): string => `${path}.tail`;

export interface LogFileParts {
  /** Name of the finished file; a file that is there is replaced. */
  readonly path: string;
  readonly facts: Facts;
  readonly codec: Codec;
  /** Told once, when the log can't be written any more. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * One log on the disk. Everything is written in the order in which it was given, beside the work of the station: chunks
 * into `.partial`, the messages that are in no chunk yet into `.tail`. Only a log that is whole gets its name.
 */
export class LogFile {
  readonly path: string;
  readonly #parts: LogFileParts;
  readonly #assembler: McapAssembler;
  /** A process that stops has something to do as long as a log is not whole; the timers of a stopping station hold none. */
  readonly #holdsProcess = setInterval(() => {}, 60_000);
  #work: Promise<void> = Promise.resolve();
  #file: FileHandle | undefined;
  #tail: FileHandle | undefined;
  #tailChunk = -1;
  #tailBytes = 0;
  #isTailWaiting = false;
  #chunksGiven = 0;
  #pendingBytes = 0;
  #dropped = 0;
  #fault: unknown;

  constructor(parts: LogFileParts) {
    this.path = parts.path;
    this.#parts = parts;
    this.#assembler = new McapAssembler(parts.codec);
    this.#then(async () => {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      this.#file = await open(partialName(this.path), 'w', 0o600);
      await this.#append(fileHead(this.#assembler, parts.facts));
      this.#tail = await open(tailName(this.path), 'w', 0o600);
    });
  }

  /** Messages that were lost because the disk was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  get hasFailed(): boolean {
    return this.#fault !== undefined;
  }

  /** Adds message records as a chunk. @param count how many messages they are */
  addChunk(records: Uint8Array, count: number): void {
    if (this.#pendingBytes + records.length > PENDING_MAX_BYTES) {
      this.#dropped += count;
      return;
    }
    this.#chunksGiven += 1;
    this.#pendingBytes += records.length;
    this.#then(async () => {
      try {
        await this.#append(await this.#assembler.chunk(records));
      } finally {
        this.#pendingBytes -= records.length;
      }
    });
  }

  /**
   * Saves message records that the next chunk will hold, too, behind those that were saved since the last chunk.
   * @returns false when the disk has not taken the last ones yet: give these again, later
   */
  saveTail(records: Uint8Array): boolean {
    if (this.#isTailWaiting) return false;
    this.#isTailWaiting = true;
    const chunkCount = this.#chunksGiven;
    this.#then(async () => {
      this.#isTailWaiting = false;
      await this.#writeTail(records, chunkCount);
    });
    return true;
  }

  /** Kept when everything given so far is on its way to the disk or lost. */
  flush(): Promise<void> {
    return this.#work;
  }

  /** Completes the file and gives it its name. */
  async finish(facts: Facts): Promise<void> {
    try {
      await this.#complete(facts);
    } finally {
      clearInterval(this.#holdsProcess);
    }
  }

  async #complete(facts: Facts): Promise<void> {
    this.#then(async () => {
      await this.#append(this.#assembler.metadata(METADATA.end, new Map(Object.entries(facts))));
      const position = this.#assembler.position;
      await writeAll(this.#file, this.#assembler.end(), position);
      await this.#file?.sync();
    });
    await this.#work;
    await this.#close();
    if (this.hasFailed) return;
    this.#then(async () => {
      await rename(partialName(this.path), this.path);
      await rm(tailName(this.path), { force: true });
    });
    await this.#work;
  }

  async #writeTail(records: Uint8Array, chunkCount: number): Promise<void> {
    if (chunkCount !== this.#tailChunk) {
      await this.#tail?.truncate(0);
      this.#tailChunk = chunkCount;
      this.#tailBytes = 0;
      await this.#appendTail(tailHead(chunkCount));
    }
    await this.#appendTail(records);
    // A vehicle’s power is cut without a word: the last second must be on the disk, not in its cache.
    await Promise.all([this.#tail?.datasync(), this.#file?.datasync()]);
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await writeAll(this.#file, bytes, this.#assembler.position - bytes.length);
  }

  async #appendTail(bytes: Uint8Array): Promise<void> {
    await writeAll(this.#tail, bytes, this.#tailBytes);
    this.#tailBytes += bytes.length;
  }

  async #close(): Promise<void> {
    await Promise.allSettled([this.#file?.close(), this.#tail?.close()]);
  }

  /** Does `work` after all work before it; after a fault nothing more is done. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#fault !== undefined) return;
      try {
        await work();
      } catch (fault) {
        this.#fault = fault;
        this.#parts.onFault(fault);
      }
    });
  }
}

/** A write may take fewer bytes than it was given. */
async function writeAll(file: FileHandle | undefined, bytes: Uint8Array, position: number): Promise<void> {
  if (file === undefined) throw new Error('the log is not open');
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
