import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { type Sources, stateOf } from './page-folder.ts';

const PACKAGE = join(import.meta.dirname, '..');
/** Further inputs of the build besides its modules. */
const BESIDE = [
  'vite.config.ts',
  'build/build-page.ts',
  'build/reachable-from.ts',
  '../contract/build/slim-contract.ts',
  'build/source-list.ts',
  'package.json',
  'public',
];

/** A library is represented by its manifest, which changes with every version. */
const LIBRARY = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Learns from the bundler which files the page is made of, each as it was when it was read. */
export class SourceList {
  readonly #sources = new Map<string, readonly [size: number, mtimeMs: number]>();

  constructor() {
    for (const path of BESIDE) this.add(join(PACKAGE, path));
    for (const name of readdirSync(join(PACKAGE, 'public'))) this.add(join(PACKAGE, 'public', name));
  }

  get sources(): Sources {
    return Object.fromEntries([...this.#sources].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** For the page, and for what runs in workers of it. */
  readonly plugin = (): Plugin => ({
    name: 'source-list',
    enforce: 'pre',
    load: (id) => {
      const [path = ''] = id.split('?');
      if (!path.startsWith('\0')) this.add(LIBRARY.exec(path)?.[1]?.concat('/package.json') ?? path);
    },
  });

  /** Another file that decides how the page comes out. */
  readonly add = (path: string): void => {
    const name = relative(PACKAGE, path).split(sep).join('/');
    const state = this.#sources.has(name) ? undefined : stateOf(name);
    if (state !== undefined) this.#sources.set(name, state);
  };
}
