import type { FileHandle } from 'node:fs/promises';
import type { Source } from '../fmp4/scan.ts';

/** A file as something that can be scanned. */
export async function fileSource(file: FileHandle): Promise<Source> {
  const { size } = await file.stat();
  const read = async (offset: number, length: number) => {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  };
  return { size, read };
}

/** A write may take fewer bytes than it was given. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
