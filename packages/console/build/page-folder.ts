import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = join(import.meta.dirname, '..');
/** Folder of the page in a package made by `npm pack`, in place of its sources. */
const PACKED = join(PACKAGE, 'dist');
export const PAGE_LIST = 'files.json';
/** Sources of a built page. */
export const SOURCE_LIST = 'sources.json';

/** Size and time of the last change of each file, milliseconds since 1970, by its path from this package. */
export type Sources = Readonly<Record<string, readonly [size: number, mtimeMs: number]>>;

type PageFolder =
  | { readonly isBuilt: true; readonly folder: string }
  /** It has to be built into a folder of its own in `cache`. */
  | { readonly isBuilt: false; readonly cache: string };

/**
 * Folder of the page: as packed in an installed package; in a clone as built from the current sources, next to the
 * installed packages, or in a temporary folder if nothing can be written there.
 */
export function pageFolder(): PageFolder {
  if (!existsSync(join(PACKAGE, 'src'))) return { isBuilt: true, folder: PACKED };
  const cache = cacheFolder();
  const folder = builtIn(cache);
  if (folder !== undefined) return { isBuilt: true, folder };
  return { isBuilt: false, cache: canWrite(cache) ? cache : mkdtempSync(join(tmpdir(), 'kitestring-console-')) };
}

/** The page in this cache that was made of the sources as they are now. */
export const builtIn = (cache: string): string | undefined =>
  namesIn(cache)
    .map((name) => join(cache, name))
    .find((folder) => existsSync(join(folder, SOURCE_LIST)) && isAsNow(sourcesOf(folder)));

/** Builds of sources that are no more. */
export function removeOlderThan(folder: string): void {
  const cache = dirname(folder);
  for (const name of namesIn(cache)) {
    if (join(cache, name) !== folder) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

/** The same text for the same sources. */
export const fingerprint = (sources: Sources): string =>
  createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16);

/** Size and time, not content: reading a few hundred files at every start would take longer than it may. */
export function stateOf(path: string): readonly [size: number, mtimeMs: number] | undefined {
  const found = statSync(resolve(PACKAGE, path), { throwIfNoEntry: false });
  return found && [found.isDirectory() ? 0 : found.size, found.mtimeMs];
}

const isAsNow = (sources: Sources): boolean =>
  Object.entries(sources).every(([path, state]) => String(stateOf(path)) === String(state));

const sourcesOf = (folder: string): Sources => JSON.parse(readFileSync(join(folder, SOURCE_LIST), 'utf8'));

/** Builds under way aside. */
const namesIn = (cache: string): readonly string[] =>
  existsSync(cache) ? readdirSync(cache).filter((name) => !name.endsWith('.part')) : [];

function cacheFolder(): string {
  const vite = fileURLToPath(import.meta.resolve('vite'));
  const modules = vite.slice(0, vite.lastIndexOf('node_modules') + 'node_modules'.length);
  return join(modules, '.cache/kitestring/console');
}

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
