// In a clone the program is bundled out of its 1,450 files and many of libraries (bundler.ts), once for each state of the
// sources, and started from the bundle, in a third of the time.
// Plain JavaScript: it runs before anything else.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debuglog } from 'node:util';

/** Folder of the clone, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Changes with every installation. */
export const INSTALLED = 'node_modules/.package-lock.json';
/** All bundles, each in a folder of its own: a process loads more of its bundle later. */
export const BUNDLES = join(ROOT, 'node_modules/.cache/kitestring/bundles');
/** The latest bundle, and what it was made of. */
export const CURRENT = join(BUNDLES, 'current.json');
/** First file of a bundle, in its folder. */
export const MAIN = 'main.mjs';
/** List of the sources of a bundle, in its folder. */
export const SOURCE_LIST = 'sources.json';

/**
 * Size and time of the last change, not content: reading so many files would take longer than the bundle saves.
 * @param {string} path from the folder of the clone
 * @returns {readonly [size: number, mtimeMs: number] | undefined}
 */
export function stateOf(path) {
  const found = statSync(ROOT + path, { throwIfNoEntry: false });
  return found && [found.size, found.mtimeMs];
}

/**
 * The bundle that was made of the sources as they are now.
 * @returns {{ readonly folder: string, readonly main: string } | undefined}
 */
export function currentBundle() {
  const found = find();
  if (typeof found !== 'string') return found;
  debuglog('kitestring')('starting from the sources: %s', found);
  return undefined;
}

/** The bundle, or the reason why there is none. */
function find() {
  try {
    const { name, root, sources } = JSON.parse(readFileSync(CURRENT, 'utf8'));
    if (root !== ROOT) return `the bundle was made in ${root}`;
    const changed = Object.entries(sources).find(([path, state]) => String(stateOf(path)) !== String(state))?.[0];
    if (changed !== undefined) return `${changed} has changed since the bundle was made`;
    const folder = join(BUNDLES, name);
    const main = join(folder, MAIN);
    return existsSync(main) ? { folder, main } : 'the bundle has been removed';
  } catch (error) {
    return `there is no bundle: ${/** @type {Error} */ (error).message}`;
  }
}
