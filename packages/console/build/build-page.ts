import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { PAGE_LIST } from './page-folder.ts';

/** What packs well; pictures do not. */
const PACKED = /\.(?:html|js|css|svg|json)$/;

/**
 * Builds the page into `folder`, each file also packed as `.br` and `.gz`, and a list of them all. Other builds of the
 * same may run at the same time: the folder appears whole or not at all.
 */
export async function buildPage(folder: string): Promise<void> {
  const part = `${folder}.${process.pid}.part`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    await build({
      configFile: join(import.meta.dirname, '../vite.config.ts'),
      // Bundling it first would write beside the packages.
      configLoader: 'native',
      logLevel: 'error',
      build: { outDir: part, emptyOutDir: true },
    });
    pack(part);
    publish(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function pack(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ name, parentPath }) => join(parentPath, name));
  for (const path of paths.filter((name) => PACKED.test(name))) {
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
  const names = paths.map((path) => relative(folder, path).split(sep).join('/'));
  writeFileSync(join(folder, PAGE_LIST), JSON.stringify(names.sort()));
}

function publish(part: string, folder: string): void {
  try {
    renameSync(part, folder);
  } catch (error) {
    // Another process was quicker with the same page.
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const entry = process.argv[1];
if (entry !== undefined && import.meta.url === pathToFileURL(entry).href) await buildPage(process.argv[2] ?? 'dist');
