// `npm run pack -- OUTDIR [--repository URL]`: writes a folder and an archive of each published package.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './own-modules.ts';
import { packPackages } from './pack-packages.ts';

const USAGE = 'usage: npm run pack -- OUTDIR [--repository https://HOST/OWNER/NAME]';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { repository: { type: 'string' } } });
const [out, ...more] = positionals;
if (out === undefined || more.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
const repository = (values.repository ?? originOf())?.replace(/(\.git)?\/?$/, '');
if (repository === undefined) console.error('pack: no address of a repository: give --repository before you publish');

for (const { filename, files, name, size, unpackedSize, version } of await packPackages({
  out: resolve(out),
  repository,
})) {
  const sizes = `${mb(size)} MB, unpacked ${mb(unpackedSize)} MB, ${files.length} files`;
  console.log(`${name}@${version}: ${filename}, ${sizes}`);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

/** Where this clone came from, if it is a forge. */
function originOf(): string | undefined {
  try {
    const url = execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^https:\/\/[^@\s]+$/.test(url.trim()) ? url.trim() : undefined;
  } catch {
    return undefined;
  }
}
