import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { ByteSource } from '../mcap/read-records.ts';
import { readTail, type Tail } from '../mcap/tail.ts';
import { partialName, tailName } from '../write/log-file.ts';

/** A log on the disk, complete or being written. */
export interface OpenLog extends AsyncDisposable {
  readonly source: ByteSource;
  /** Messages of a log that is being written which are in no chunk yet. */
  readonly tail: Tail | undefined;
  readonly isPartial: boolean;
}

/** @param path final name of the log. @returns undefined where there is none. @throws the disk's error */
export async function openLog(path: string): Promise<OpenLog | undefined> {
  const whole = await opened(path);
  const file = whole ?? (await opened(partialName(path)));
  if (file === undefined) return undefined;
  const isPartial = whole === undefined;
  const { size } = await file.stat();
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
    return bytes.subarray(0, bytesRead);
  };
  const tail = isPartial ? await tailOf(path) : undefined;
  return { source: { size, read }, tail, isPartial, [Symbol.asyncDispose]: () => file.close() };
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (fault) {
    return undefinedIfAbsent(fault);
  }
}

async function tailOf(path: string): Promise<Tail | undefined> {
  try {
    return readTail(await readFile(tailName(path)));
  } catch (fault) {
    return undefinedIfAbsent(fault);
  }
}

function undefinedIfAbsent(fault: unknown): undefined {
  if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
  return undefined;
}
