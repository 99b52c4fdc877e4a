// `npm run deb -- OUTDIR [--maintainer 'NAME <MAIL>']`: writes the Debian package of a station for the processor of this machine.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDeb } from './make-deb.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { maintainer: { type: 'string' } } });
const [out, ...more] = positionals;
if (out === undefined || more.length > 0) {
  console.error("usage: npm run deb -- OUTDIR [--maintainer 'NAME <MAIL>']");
  process.exit(2);
}
const maintainer = values.maintainer ?? ownName();
if (!/^[^<>\n]+ <[^<>\s]+@[^<>\s]+>$/.test(maintainer)) {
  console.error("deb: no maintainer: give --maintainer 'NAME <MAIL>', or set DEBFULLNAME and DEBEMAIL");
  process.exit(2);
}
mkdirSync(resolve(out), { recursive: true });
try {
  console.log(await makeDeb({ out: resolve(out), maintainer }));
} catch (error) {
  console.error(`deb: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** As Debian's own tools find it, or as git does. */
function ownName(): string {
  const { DEBEMAIL = gitSetting('user.email'), DEBFULLNAME = gitSetting('user.name') } = process.env;
  return `${DEBFULLNAME} <${DEBEMAIL}>`;
}

function gitSetting(name: string): string {
  return spawnSync('git', ['config', name], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
