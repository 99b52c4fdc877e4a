import { Fault } from './fault.ts';

export type StoreFaultCode = 'STORE_DAMAGED' | 'STORE_NEWER' | 'STORE_UNWRITABLE' | 'STORE_IN_USE';

/** The store is unusable. `message` gives the remedy; the cause is the error of SQLite or of the system. */
export class StoreFault extends Fault {
  readonly code: StoreFaultCode;

  constructor(code: StoreFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) by their meaning for the operator. */
const CODE_OF_RESULT: ReadonlyMap<number, StoreFaultCode> = new Map([
  [3, 'STORE_UNWRITABLE'], // PERM
  [5, 'STORE_IN_USE'], // BUSY
  [6, 'STORE_IN_USE'], // LOCKED
  [8, 'STORE_UNWRITABLE'], // READONLY
  [10, 'STORE_UNWRITABLE'], // IOERR
  [11, 'STORE_DAMAGED'], // CORRUPT
  [13, 'STORE_UNWRITABLE'], // FULL
  [14, 'STORE_UNWRITABLE'], // CANTOPEN
  [26, 'STORE_DAMAGED'], // NOTADB
]);

const REMEDY: Readonly<Record<StoreFaultCode, string>> = {
  STORE_DAMAGED: 'Move the file away and put a backup in its place, or start with another data folder.',
  STORE_NEWER: 'Start the newer version, restore a backup made by this one, or use another data folder.',
  STORE_UNWRITABLE: 'Check the free space and the permissions of the folder, or use another folder.',
  STORE_IN_USE: 'Wait until it is done, or stop it.',
};

const WHAT: Readonly<Record<StoreFaultCode, string>> = {
  STORE_DAMAGED: 'is damaged',
  STORE_NEWER: 'was written by a newer version',
  STORE_UNWRITABLE: 'cannot be written',
  STORE_IN_USE: 'is being used by another process',
};

export function storeFault(
  code: StoreFaultCode,
  path: string,
  cause?: unknown,
  detail = causeMessage(cause),
): StoreFault {
  const because = detail === '' ? '' : ` (${detail})`;
  return new StoreFault(code, `${path} ${WHAT[code]}${because}. ${REMEDY[code]}`, cause);
}

/** Converts an error of SQLite or the file system to a StoreFault; any other error is a bug and returned unchanged. */
export function toStoreFault(error: unknown, path: string): unknown {
  if (error instanceof StoreFault || !(error instanceof Error)) return error;
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The extended result code holds the primary one in its lowest byte.
    const code = CODE_OF_RESULT.get(error.errcode & 0xff);
    return code === undefined ? error : storeFault(code, path, error);
  }
  return 'syscall' in error ? storeFault('STORE_UNWRITABLE', path, error) : error;
}

/** Runs operations of files or of SQLite. @throws StoreFault in place of their errors */
export function onDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreFault(error, path);
  }
}

function causeMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : '';
}
