import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** List of the files of a built page, in its folder. */
export const PAGE_LIST = 'files.json';
/** Sources of a built page, in its folder. */
export const SOURCE_LIST = 'sources.json';

/** In a clone. */
const MODULES = join(import.meta.dirname, '../../../../node_modules');
const NOT_PREPARED =
  'the page is not built, and what builds it is not installed: npm ci && node scripts/node.mjs scripts/prepare.mjs && npm prune --omit=dev';

/** Size and time of the last change of each file, milliseconds since 1970, by its path from the package of the page. */
export type Sources = Readonly<Record<string, readonly [size: number, mtimeMs: number]>>;

type PageFolder =
  | { readonly isBuilt: true; readonly folder: string }
  /** It has to be built into a separate folder in `cache`. */
  | { readonly isBuilt: false; readonly cache: string };

interface PageSourceOptions {
  /** Folder of the package of the page. */
  readonly folder: string;
  /** Name of the page in the cache: one lower-case word. */
  readonly name: string;
}

/** A page and its sources: the sources in a clone, the built page in an installed package. */
export class PageSource {
  readonly folder: string;
  readonly #name: string;

  constructor({ folder, name }: PageSourceOptions) {
    this.folder = folder;
    this.#name = name;
  }

  /** Program that builds it into a cache, its only argument. */
  get builder(): string {
    return join(this.folder, 'build/build-page.ts');
  }

  /** Folder of the page in a package made by `npm pack`, which replaces its sources. */
  get packed(): string {
    return join(this.folder, 'dist');
  }

  /**
   * Folder of the page: the packed one in an installed package; in a clone the one built from the current sources, next
   * to the
   * installed packages, or in a temporary folder if nothing can be written there.
   * @throws if it is not built, and its builder is not installed
   */
  find(): PageFolder {
    if (!existsSync(join(this.folder, 'src'))) return { isBuilt: true, folder: this.packed };
    const cache = join(MODULES, '.cache/kitestring', this.#name);
    const folder = this.builtIn(cache);
    if (folder !== undefined) return { isBuilt: true, folder };
    if (!canBuild()) throw new Error(NOT_PREPARED);
    return {
      isBuilt: false,
      cache: canWrite(cache) ? cache : mkdtempSync(join(tmpdir(), `kitestring-${this.#name}-`)),
    };
  }

  /** The page in this cache that was built from the current sources. */
  builtIn(cache: string): string | undefined {
    return namesIn(cache)
      .map((name) => join(cache, name))
      .find((folder) => existsSync(join(folder, SOURCE_LIST)) && this.#isAsNow(readSources(folder)));
  }

  /**
   * Moves a page that was built into `part` to its place in the cache; a confined builder cannot do that. @returns its
   * folder
   */
  publish(part: string, cache: string): string {
    const folder = join(cache, fingerprint(readSources(part)));
    try {
      renameSync(part, folder);
    } catch (error) {
      // Another process has built the same page first.
      if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    return folder;
  }

  /** Removes builds of old sources. */
  removeOlderThan(folder: string): void {
    const cache = dirname(folder);
    for (const name of namesIn(cache)) {
      if (join(cache, name) !== folder) rmSync(join(cache, name), { recursive: true, force: true });
    }
  }

  /** Names of the files of a built page. */
  listedNames(folder: string): readonly string[] {
    return JSON.parse(readFileSync(join(folder, PAGE_LIST), 'utf8'));
  }

  /** Size and time, not content: reading a few hundred files at every start would take too long. */
  fileState(path: string): readonly [size: number, mtimeMs: number] | undefined {
    const found = statSync(resolve(this.folder, path), { throwIfNoEntry: false });
    return found && [found.isDirectory() ? 0 : found.size, found.mtimeMs];
  }

  #isAsNow(sources: Sources): boolean {
    const isLeftOut = (path: string) => path.includes('/node_modules/') && !canBuild();
    return Object.entries(sources).every(
      ([path, state]) => String(this.fileState(path) ?? (isLeftOut(path) && state)) === String(state),
    );
  }
}

/** Missing libraries count as unchanged: the page was built ahead, and its builder was removed. */
const canBuild = (): boolean => existsSync(join(MODULES, 'vite'));

/** Equal for equal sources. */
const fingerprint = (sources: Sources): string =>
  createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16);

const readSources = (folder: string): Sources => JSON.parse(readFileSync(join(folder, SOURCE_LIST), 'utf8'));

/** Without builds in progress. */
const namesIn = (cache: string): readonly string[] =>
  existsSync(cache) ? readdirSync(cache).filter((name) => !name.endsWith('.part')) : [];

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
