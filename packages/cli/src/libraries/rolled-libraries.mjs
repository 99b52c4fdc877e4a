// TypeBox consists of 683 small files, which take as long to load as all files of a station. In a clone they are
// bundled into a few (roll-libraries.ts), stored next to the compiled code, and loaded instead where they exist.
// Plain JavaScript: it runs before anything else.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Modules of TypeBox that our code imports. */
export const ROLLED_NAMES = ['typebox', 'typebox/compile', 'typebox/format', 'typebox/value'];

/** @param {string} name of a module, as imported */
export const rolledFile = (name) => `${name.replace('/', '-')}.mjs`;

/**
 * The folder for the installed version of TypeBox.
 * @returns {{ folder: string, isThere: boolean } | undefined} undefined without the `node_modules` of a clone
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

const MODULES = new URL('../../../../node_modules/', import.meta.url);
/** Files of these say exactly which file they mean: looking for it and for the kind of its package takes 50 ms of a start. */
const OWN = new URL('../../../', import.meta.url).href;
const TYPEBOX = new URL('typebox/', MODULES).href;

/** Folders of our packages, and what they export. */
const packages = new Map();

function packageOf(name) {
  const folder = realpathSync(fileURLToPath(new URL(name, MODULES)));
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return { url: pathToFileURL(`${folder}/`), exports };
}

/** URL of a module of our packages; undefined for any other, which Node looks for. @param {string} specifier */
function ownModule(specifier) {
  const [, name, path] = /^(@kitestring\/[^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  if (!packages.has(name)) packages.set(name, packageOf(name));
  const { exports, url } = packages.get(name);
  const isInSources = exports['./*.ts'] === './src/*.ts' && path.endsWith('.ts') && !path.startsWith('build/');
  const file = exports[`./${path}`] ?? (isInSources ? `./src/${path}` : undefined);
  return file?.endsWith('.ts') ? new URL(file, url).href : undefined;
}

/** Loads the bundled files in this thread from now on, where they exist. */
export function useRolledLibraries() {
  const found = rolledFolder();
  if (found === undefined) return;
  const names = found.isThere ? ROLLED_NAMES : [];
  const urls = new Map(names.map((name) => [name, pathToFileURL(found.folder + rolledFile(name)).href]));
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context;
      if (specifier.startsWith('.') && specifier.endsWith('.ts') && parentURL?.startsWith(OWN))
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      if (specifier.startsWith('.') && specifier.endsWith('.mjs') && parentURL?.startsWith(TYPEBOX))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      const own = ownModule(specifier);
      if (own !== undefined) return { url: own, format: 'module-typescript', shortCircuit: true };
      const url = urls.get(specifier);
      return url === undefined ? nextResolve(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}
