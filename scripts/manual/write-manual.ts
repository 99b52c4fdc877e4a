import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeManual } from '@kitestring/manual/make-manual.ts';
import { writeFile } from '../pack/write-file.ts';

interface WriteManualOptions {
  /** Path of the interactive reference: a station serves the files. Each has its compressed form beside it then. */
  readonly reference?: string;
}

/** Writes the manual as files. @returns their number */
export function writeManual(folder: string, options: WriteManualOptions = {}): number {
  const files = makeManual(options);
  for (const [name, bytes] of files) {
    writeFile(join(folder, name), bytes);
    if (options.reference !== undefined && !name.endsWith('.png'))
      writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  return files.size;
}
