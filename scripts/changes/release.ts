import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CHANGELOG, changeFiles, changesOf, withRelease } from './changes.ts';

/* `npm run changelog -- VERSION`: moves the files of changes/ into CHANGELOG.md. */
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('which version? npm run changelog -- 0.2.0');
  process.exit(2);
}
const files = changeFiles();
const date = new Date().toISOString().slice(0, 10);
writeFileSync(CHANGELOG, withRelease(readFileSync(CHANGELOG, 'utf8'), version, date, files.flatMap(changesOf)));
for (const file of files) rmSync(file);
console.log(`${files.length} files gathered into CHANGELOG.md`);
