/** The Chromium of the npm package `@sparticuz/chromium`, unpacked once into the cache of this checkout. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface ChromiumProgram {
  readonly path: string;
  /** Additional environment variables of the browser. */
  readonly environment: Readonly<Record<string, string>>;
}

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/kitestring');
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br'];
const UNPACK_DEADLINE_MS = 120_000;

/** Unpacks it on first use. @throws Error, in one line, if the package is absent or made for other machines */
export async function packagedChromium(): Promise<ChromiumProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`@sparticuz/chromium is made for linux-x64, this is ${process.platform}-${process.arch}`);
  const home = new URL('../../', import.meta.resolve('@sparticuz/chromium'));
  const folder = join(CACHE, `chromium-${versionIn(home)}`);
  if (!existsSync(folder)) await unpackInto(folder, home);
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { path: join(folder, 'chromium'), environment: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: folder } };
}

function versionIn(home: URL): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'));
  return (manifest as { version: string }).version;
}

/** Several test processes may unpack at once: each uses its own folder, and the first rename wins. */
async function unpackInto(folder: string, home: URL): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(join(CACHE, 'unpacking-'));
  try {
    await inflateInto(own, home);
    await writeFile(join(own, 'fonts.conf'), fontsConfiguration(folder));
    await rename(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** The package unpacks into the temporary folder, so it runs in a process with another one. */
async function inflateInto(folder: string, home: URL): Promise<void> {
  const archives = ARCHIVES.map((name) => fileURLToPath(new URL(`bin/${name}`, home)));
  const program = new URL('build/esm/lambdafs.js', home).href;
  const script = `import { inflate } from ${JSON.stringify(program)}; await Promise.all(${JSON.stringify(archives)}.map(inflate));`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: folder },
    timeout: UNPACK_DEADLINE_MS,
  });
}

/** The package's own configuration names folders of the cloud function that it targets. */
function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
