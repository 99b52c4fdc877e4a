// `npm run deb -- OUTDIR`: writes the Debian package of a station for the processor of this machine.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeDeb } from './make-deb.ts';

const [out, ...more] = process.argv.slice(2);
if (out === undefined || more.length > 0) {
  console.error('usage: npm run deb -- OUTDIR');
  process.exit(2);
}
mkdirSync(resolve(out), { recursive: true });
console.log(await makeDeb({ out: resolve(out) }));
