// Stores which files skipped tests, for a machine on which the missing programs are installed later.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** @returns the files with skipped tests in the last full run; undefined if there was none */
export function filesThatLeftOut(file) {
  return existsSync(file) ? new Set(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/**
 * Prints every skipped test.
 * @param tests `{ file, reason }` of each
 * @param file stores them; absent in a run of some files
 */
export function tellLeftOut(tests, { file, root }) {
  if (file !== undefined) {
    const files = new Set(tests.flatMap((test) => (test.file === undefined ? [] : [relative(root, test.file)])));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify([...files]));
  }
  const reasons = Map.groupBy(tests, ({ reason }) => reason);
  for (const [reason, those] of reasons) console.log(`  left out, ${those.length}: ${reason}`);
}
