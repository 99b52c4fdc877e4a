import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { NO_EFFECT, slimContract } from '@kitestring/station-contract/build/slim-contract.ts';
import { build, type Plugin } from 'vite';
import { PAGE_LIST, type PageSource, SOURCE_LIST } from './page-source.ts';
import { SourceList } from './source-list.ts';

/** Compressing the map for the last percent would take as long as the rest of the page. */
const LARGE_BYTES = 400_000;
/** File types worth compressing; pictures are not. */
const PACKED = /\.(?:html|js|css|svg|json)$/;

/**
 * Builds the page into a separate folder in `cache`, each file also compressed as `.br` and `.gz`, with lists of all
 * files and their sources. Other builds of the same page may run at the same time: the folder appears complete or not
 * at all.
 */
export async function buildPage(page: PageSource, cache: string): Promise<string> {
  const part = join(cache, `${process.pid}.part`);
  mkdirSync(cache, { recursive: true });
  try {
    await buildInto(page, part);
    return page.publish(part, cache);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

async function buildInto(page: PageSource, folder: string): Promise<void> {
  const list = new SourceList(page);
  await build({
    configFile: join(page.folder, 'vite.config.ts'),
    // Bundling the configuration first would write files next to the packages.
    configLoader: 'native',
    logLevel: 'error',
    plugins: [list.plugin(), slimPlugin(list)],
    worker: { plugins: () => [list.plugin()] },
    build: { outDir: folder, emptyOutDir: true },
  });
  pack(folder);
  writeFileSync(join(folder, SOURCE_LIST), JSON.stringify(list.sources));
}

/** A page explains refusals in the user's language. */
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

/**
 * As a program: builds into the cache named by its first argument, or into the folder of its second one, the only
 * folder that a confined builder may write to. Without arguments it builds into the package, for `npm pack`, unless
 * that was done already.
 */
export async function runBuilder(page: PageSource): Promise<void> {
  const [, , cache, part] = process.argv;
  if (part !== undefined) return void (await buildInto(page, part));
  if (cache !== undefined) return void (await buildPage(page, cache));
  const found = page.find();
  rmSync(page.packed, { recursive: true, force: true });
  if (found.isBuilt) cpSync(found.folder, page.packed, { recursive: true });
  else await buildInto(page, page.packed);
  rmSync(join(page.packed, SOURCE_LIST), { force: true });
}
