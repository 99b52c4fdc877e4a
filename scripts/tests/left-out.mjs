// Remembers which files left tests out, for a machine where what they need is installed later.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** @returns the files that left something out in the last run of all tests, undefined if there was none */
export function filesThatLeftOut(file) {
  return existsSync(file) ? new Set(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Nothing is left out in silence. @param tests `{ file, reason }` of each @param file remembers them; absent in a run of some files */
export function tellLeftOut(tests, { file, root }) {
  if (file !== undefined) {
    const files = new Set(tests.flatMap((test) => (test.file === undefined ? [] : [relative(root, test.file)])));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify([...files]));
  }
  const reasons = Map.groupBy(tests, ({ reason }) => reason);
  for (const [reason, those] of reasons) console.log(`  left out, ${those.length}: ${reason}`);
}
