// TypeBox comes as 683 small files, which take as long to load as all files of a station together. In a clone they are rolled into
// a few (roll-libraries.ts), kept beside the compiled code; where they are there they are loaded in its place.
// Plain JavaScript: it runs before anything else.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What our code imports of it. */
export const ROLLED_NAMES = ['typebox', 'typebox/compile', 'typebox/format', 'typebox/value'];

/** @param {string} name of a module, as it is imported */
export const rolledFile = (name) => `${name.replace('/', '-')}.mjs`;

/**
 * The folder for the TypeBox that is installed: another version has another one.
 * @returns {{ folder: string, isThere: boolean } | undefined} undefined where there is no `node_modules` of a clone
 */
export function rolledFolder() {
  const modules = new URL('../../../../node_modules/', import.meta.url);
  try {
    const { version } = JSON.parse(readFileSync(new URL('typebox/package.json', modules), 'utf8'));
    const folder = fileURLToPath(new URL(`.cache/kitestring/libraries/typebox-${version}/`, modules));
    return { folder, isThere: existsSync(folder) };
  } catch {
    return undefined;
  }
}

/** From here on this thread loads the rolled files, if they are there. */
export function useRolledLibraries() {
  const found = rolledFolder();
  if (found?.isThere !== true) return;
  const urls = new Map(ROLLED_NAMES.map((name) => [name, pathToFileURL(found.folder + rolledFile(name)).href]));
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const url = urls.get(specifier);
      return url === undefined ? nextResolve(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}
