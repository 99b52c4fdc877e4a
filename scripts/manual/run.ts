// `npm run manual -- OUTDIR`: writes the manual of this version as static pages, beside those of other versions.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeVersion } from './write-manual.ts';

const [out, ...more] = process.argv.slice(2);
if (out === undefined || more.length > 0) {
  console.error('usage: npm run manual -- OUTDIR');
  process.exit(2);
}
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
console.log(
  `${writeVersion(resolve(out), version)} files in ${join(out, version)}; begin with ${join(out, 'index.html')}`,
);
