import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LogChannel } from '../channels/channels.ts';
import type { Codec } from '../codec.ts';
import { type Facts, fileHead, METADATA } from '../mcap/file-head.ts';
import type { McapAssembler } from '../mcap/mcap-assembler.ts';
import { tailHead } from '../mcap/tail.ts';

/** Limit of data waiting for the disk. Beyond it messages are dropped, because a flight waits for no disk. */
const PENDING_MAX_BYTES = 32 * 2 ** 20;

/** Names of a log while it is being written. */
export const partialName = (path: string): string => `${path}.partial`;
export const finalName = (path: string): string => path.replace(/\.partial$/, '');
export const tailName = (path: string): string => `${path}.tail`;

interface LogFileOptions {
  /** Final path; an existing file is replaced. */
  readonly path: string;
  readonly facts: Facts;
  readonly codec: Codec;
  /** Channels of the file, with ids from 1; those of a flight log when absent. */
  readonly channels?: readonly LogChannel[];
  /** Called once, when the log cannot be written any more. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * One log on the disk. Writes happen in order, asynchronously to the station: chunks to `.partial`, messages in no
 * chunk yet to `.tail`. Only a complete log gets its final name.
 */
export class LogFile {
  readonly path: string;
  readonly #options: LogFileOptions;
  #log: McapAssembler | undefined;
  /** Keeps the process alive until the log is complete; the timers of a stopping station do not. */
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

  constructor(options: LogFileOptions) {
    this.path = options.path;
    this.#options = options;
    this.#then(async () => {
      // Loaded with the first log, not by every start.
      const { McapAssembler } = await import('../mcap/mcap-assembler.ts');
      this.#log = new McapAssembler(options.codec);
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      this.#file = await open(partialName(this.path), 'w', 0o600);
      await this.#append(fileHead(this.#assembler, options.facts, options.channels));
      this.#tail = await open(tailName(this.path), 'w', 0o600);
    });
  }

  /** Made by the first work of the queue. */
  get #assembler(): McapAssembler {
    if (this.#log === undefined) throw new Error('the log is not open');
    return this.#log;
  }

  /** Messages dropped because the disk was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  get hasFailed(): boolean {
    return this.#fault !== undefined;
  }

  /** Adds message records as a chunk. @param count number of messages */
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
   * Appends message records to the tail; the next chunk will contain them, too.
   * @returns false while the disk is still busy with the last ones: repeat later
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

  /** Resolves when everything given so far has been written or dropped. */
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
    // A vehicle's power may be cut at any time: the last second must be on the disk, not in its cache.
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

  /** Queues `work`; after a fault nothing more is done. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#fault !== undefined) return;
      try {
        await work();
      } catch (fault) {
        this.#fault = fault;
        this.#options.onFault(fault);
      }
    });
  }
}

/** A write may accept fewer bytes than given. */
async function writeAll(file: FileHandle | undefined, bytes: Uint8Array, position: number): Promise<void> {
  if (file === undefined) throw new Error('the log is not open');
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
