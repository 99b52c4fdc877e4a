import { createReadStream } from 'node:fs';
import { Parser, type ReadEntry } from 'tar';
import { BackupFault } from './backup-fault.ts';
import { type BackupList, LIST_FILE, readList } from './backup-list.ts';

/** A station of years has some 100,000 files. */
const ENTRIES_MAX = 1_000_000;
/** Path, size and hash of each of them. */
const LIST_BYTES_MAX = 256 * 1024 ** 2;
/** The smallest file takes a block of the disk. */
const BLOCK_BYTES = 4096;

interface SurveyOptions {
  /** Kind of backup, for messages: `hub`. */
  readonly kind: string;
  /** Whether an entry of the first level may be in a backup of this kind. */
  readonly isPart: (name: string) => boolean;
  /** Bytes of the disk that its files may take. */
  readonly bytesMax: number;
  readonly damaged: (reason: string) => BackupFault;
}

/**
 * Reads a backup without writing anything, so that one that was made to be huge takes no disk. Resolves with its list; rejects with a
 * BackupFault.
 */
export async function surveyBackup(file: string, options: SurveyOptions): Promise<BackupList> {
  const survey = new Survey(file, options);
  const parser = new Parser({ strict: true, onReadEntry: (entry) => survey.add(entry) });
  parser.on('error', (error: Error) => survey.refuse(options.damaged(error.message)));
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    // Entries are drained at once: nothing waits in the parser.
    parser.write(chunk);
    survey.check();
  }
  parser.end();
  return survey.end();
}

class Survey {
  readonly #file: string;
  readonly #options: SurveyOptions;
  readonly #sizes = new Map<string, number>();
  readonly #list: Buffer[] = [];
  #refusal: BackupFault | undefined;
  #bytes = 0;

  constructor(file: string, options: SurveyOptions) {
    this.#file = file;
    this.#options = options;
  }

  refuse(fault: BackupFault | undefined): void {
    this.#refusal ??= fault;
  }

  add(entry: ReadEntry): void {
    this.refuse(this.#faultOf(entry));
    const { path, size } = entry;
    this.#sizes.set(path, size);
    if (path === LIST_FILE && this.#refusal === undefined) entry.on('data', (part: Buffer) => this.#list.push(part));
    else entry.resume();
  }

  check(): void {
    if (this.#refusal !== undefined) throw this.#refusal;
  }

  end(): BackupList {
    this.check();
    const { damaged } = this.#options;
    const list = readList(Buffer.concat(this.#list).toString());
    if (list === undefined) throw damaged(`it has no ${LIST_FILE} of this version of backups`);
    const different = list.files.find(({ bytes, path }) => this.#sizes.get(path) !== bytes);
    if (different !== undefined) throw damaged(`${different.path} is not as it was written`);
    return list;
  }

  #faultOf({ path, size, type }: ReadEntry): BackupFault | undefined {
    const { bytesMax, damaged, isPart, kind } = this.#options;
    const [first = '', ...steps] = path.replace(/\/$/, '').split('/');
    this.#bytes += Math.ceil(size / BLOCK_BYTES + 1) * BLOCK_BYTES;
    if (!isPlain(type)) return damaged(`${path} is neither a file nor a folder`);
    if (path === LIST_FILE ? size > LIST_BYTES_MAX : !isPart(first)) return damaged(`${path} is no part of a ${kind}`);
    if (steps.some((step) => ['', '.', '..'].includes(step))) return damaged(`${path} is no path within it`);
    if (this.#sizes.has(path)) return damaged(`${path} is in it twice`);
    if (this.#sizes.size >= ENTRIES_MAX) return damaged(`it has more than ${ENTRIES_MAX} files`);
    if (this.#bytes <= bytesMax) return undefined;
    const freeMib = Math.floor(bytesMax / 1024 ** 2);
    return new BackupFault(
      `${this.#file} takes more than the ${freeMib} MiB that are free for it: free space, or name a folder on another disk with --data-dir`,
    );
  }
}

/** A backup has no links. */
export const isPlain = (type: unknown): boolean => type === 'File' || type === 'Directory';
