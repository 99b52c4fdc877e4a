import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeManual } from '@kitestring/manual/make-manual.ts';
import { isPacked } from '@kitestring/manual/served-file.ts';
import { writeFile } from '../pack/write-file.ts';

interface WriteManualOptions {
  /** Path of the interactive reference: a station serves the files. Each has its compressed form beside it then. */
  readonly reference?: string;
}

/** Writes the manual as files. @returns their number */
export function writeManual(folder: string, options: WriteManualOptions = {}): number {
  return write(folder, makeManual(options), options.reference !== undefined);
}

/** Writes the manual of a version into a folder of its own beside those of others, and the list of all. @returns their number */
export function writeVersion(folder: string, version: string): number {
  const count = write(join(folder, version), makeManual({ version, hasVersions: true }), false);
  const newestFirst = globSync('*/index.html', { cwd: folder })
    .map((path) => path.split(/[\\/]/)[0] ?? '')
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  writeFileSync(join(folder, 'versions.js'), `globalThis.manualVersions = ${JSON.stringify(newestFirst)};\n`);
  writeFileSync(join(folder, 'index.html'), firstPage(newestFirst[0] ?? version));
  return count;
}

const firstPage = (version: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${version}/index.html">
<title>Kitestring manual</title>
<p><a href="${version}/index.html">The manual of version ${version}</a></p>
</html>
`;

function write(folder: string, files: ReadonlyMap<string, Buffer>, isCompressed: boolean): number {
  for (const [name, bytes] of files) {
    writeFile(join(folder, name), bytes);
    if (isCompressed && !isPacked(name)) writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  return files.size;
}
