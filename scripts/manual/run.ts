// `npm run manual -- OUTDIR`: writes the manual as static pages, for any web server, or to be opened as files.
import { resolve } from 'node:path';
import { writeManual } from './write-manual.ts';

const [out, ...more] = process.argv.slice(2);
if (out === undefined || more.length > 0) {
  console.error('usage: npm run manual -- OUTDIR');
  process.exit(2);
}
console.log(`${writeManual(resolve(out))} files in ${out}; begin with index.html`);
