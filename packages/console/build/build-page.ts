import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { NO_EFFECT, slimContract } from '@kitestring/contract/build/slim-contract.ts';
import { build, type Plugin } from 'vite';
import { fingerprint, PAGE_LIST, SOURCE_LIST, type Sources } from './page-folder.ts';
import { SourceList } from './source-list.ts';

/** The last percent of the map would take as long as all the rest of the page. */
const LARGE_BYTES = 400_000;
/** File types worth compressing; pictures are not. */
const PACKED = /\.(?:html|js|css|svg|json)$/;

/**
 * Builds the page into a folder of its own in `cache`, each file also packed as `.br` and `.gz`, with lists of them all and
 * of what they were made of. Other builds of the same may run at the same time: the folder appears whole or not at all.
 */
export async function buildPage(cache: string): Promise<string> {
  const part = join(cache, `${process.pid}.part`);
  mkdirSync(cache, { recursive: true });
  try {
    const sources = await buildInto(part);
    writeFileSync(join(part, SOURCE_LIST), JSON.stringify(sources));
    const folder = join(cache, fingerprint(sources));
    publish(part, folder);
    return folder;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

async function buildInto(folder: string): Promise<Sources> {
  const list = new SourceList();
  await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    // Bundling it first would write beside the packages.
    configLoader: 'native',
    logLevel: 'error',
    plugins: [list.plugin(), slimPlugin(list)],
    worker: { plugins: () => [list.plugin()] },
    build: { outDir: folder, emptyOutDir: true },
  });
  pack(folder);
  return list.sources;
}

/** The page tells operators in their language why the station refused. */
const slimPlugin = ({ add }: SourceList): Plugin => ({
  ...slimContract({ onSource: add, use: 'page' }),
  enforce: 'pre',
  config: () => ({ build: { rolldownOptions: { treeshake: { moduleSideEffects: [NO_EFFECT] } } } }),
});

function pack(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ name, parentPath }) => join(parentPath, name));
  for (const path of paths.filter((name) => PACKED.test(name))) {
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: bytes.length < LARGE_BYTES ? 11 : 10 };
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

const [, entry, cache] = process.argv;
if (entry !== undefined && import.meta.url === pathToFileURL(entry).href) {
  // Without a cache for the package: `npm pack`.
  if (cache === undefined) await buildInto(join(import.meta.dirname, '../dist'));
  else await buildPage(cache);
}
