import type { FileHandle } from 'node:fs/promises';
import type { FileSource } from '../fmp4/scan.ts';

/** A file as a source for `scanFile`. */
export async function fileSource(file: FileHandle): Promise<FileSource> {
  const { size } = await file.stat();
  const read = async (offset: number, length: number) => {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  };
  return { size, read };
}

/** A write may accept fewer bytes than given. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
