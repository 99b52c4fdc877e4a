import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { PageSource, Sources } from './page-source.ts';

const UI = join(import.meta.dirname, '..');
/** Further inputs of the build besides its modules. */
const BESIDE = ['vite.config.ts', 'build/build-page.ts', 'package.json', 'public'];
/** The same, in this package. */
const BESIDE_IN_UI = [
  'build/build-page.ts',
  'build/page-build.ts',
  'build/reachable-from.ts',
  '../../station/contract/build/slim-contract.ts',
  'build/source-list.ts',
];

/** A library is represented by its manifest, which changes with every version. */
const LIBRARY = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Collects from the bundler the files of the page, with their state when they were read. */
export class SourceList {
  readonly #page: PageSource;
  readonly #sources = new Map<string, readonly [size: number, mtimeMs: number]>();

  constructor(page: PageSource) {
    this.#page = page;
    for (const path of BESIDE) this.add(join(page.folder, path));
    for (const path of BESIDE_IN_UI) this.add(join(UI, path));
    for (const name of readdirSync(join(page.folder, 'public'))) this.add(join(page.folder, 'public', name));
  }

  get sources(): Sources {
    return Object.fromEntries([...this.#sources].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** For the page, and for its workers. */
  readonly plugin = (): Plugin => ({
    name: 'source-list',
    enforce: 'pre',
    load: (id) => {
      const [path = ''] = id.split('?');
      if (!path.startsWith('\0')) this.add(LIBRARY.exec(path)?.[1]?.concat('/package.json') ?? path);
    },
  });

  /** Adds another file that affects the result. */
  readonly add = (path: string): void => {
    const name = relative(this.#page.folder, path).split(sep).join('/');
    const state = this.#sources.has(name) ? undefined : this.#page.fileState(name);
    if (state !== undefined) this.#sources.set(name, state);
  };
}
