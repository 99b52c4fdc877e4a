import { open, readFile } from 'node:fs/promises';
import type { ByteSource } from '../mcap/read-records.ts';
import { readTail, type Tail } from '../mcap/tail.ts';
import { finalName, partialName, tailName } from '../write/log-file.ts';

/** A log on the disk, complete or not. */
interface OpenLog extends AsyncDisposable {
  readonly source: ByteSource;
  /** Messages of an unfinished log that are in no chunk yet. */
  readonly tail: Tail | undefined;
}

/** @param path final name of a log, or its name while it is unfinished. @throws the disk's error */
export async function openLog(path: string): Promise<OpenLog> {
  const file = (await ifThere(open(path, 'r'))) ?? (await open(partialName(path), 'r'));
  try {
    const { size } = await file.stat();
    const read: ByteSource['read'] = async (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    };
    return { source: { size, read }, tail: await openTail(path), [Symbol.asyncDispose]: () => file.close() };
  } catch (fault) {
    await file.close();
    throw fault;
  }
}

/** @param path of a log, complete or not. @returns undefined where there is no tail. @throws the disk's error */
export async function openTail(path: string): Promise<Tail | undefined> {
  const bytes = await ifThere(readFile(tailName(finalName(path))));
  return bytes && readTail(bytes);
}

/** Undefined where there is no such file or folder. */
export const ifThere = <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  });
